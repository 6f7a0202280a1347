/** First fields of a request and of its result, in the sequence in which they are signed. */
const purchaseFields = [
  'pay_method',
  'merchant_id',
  'service_id',
  'cust_code',
  'sps_cust_no',
  'sps_payment_no',
  'order_id',
  'item_id',
  'pay_item_id',
  'item_name',
  'tax',
  'amount',
  'pay_type',
  'auto_charge_type',
  'service_type',
  'div_settele', // the provider's own spelling
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
] as const;

const freeFields = ['free1', 'free2', 'free3'] as const;

/** Fields of a request in the sequence in which they are signed. */
export const requestFields = [
  ...purchaseFields,
  ...(['success_url', 'cancel_url', 'error_url', 'pagecon_url'] as const),
  ...freeFields,
  ...(['free_csv', 'request_date', 'limit_second'] as const),
] as const;
export type RequestField = (typeof requestFields)[number];

/** Line items. Our requests have none, so a result has none; only these fields may be absent. */
export const detailFields = [
  'dtl_rowno',
  'dtl_item_id',
  'dtl_item_name',
  'dtl_item_count',
  'dtl_tax',
  'dtl_amount',
  'dtl_free1',
  'dtl_free2',
  'dtl_free3',
] as const;

/** Fields of a request that its result repeats unchanged. */
export const echoedFields = [...purchaseFields, ...freeFields, 'request_date', 'limit_second'] as const;
export type EchoedField = (typeof echoedFields)[number];

/** Fields of a result notice in the sequence in which they are signed. */
export const resultFields = [
  ...purchaseFields,
  ...freeFields,
  ...detailFields,
  'request_date',
  'res_pay_method',
  'res_result',
  'res_tracking_id',
  'res_sps_cust_no',
  'res_sps_payment_no',
  'res_payinfo_key',
  'res_payment_date',
  'res_err_code',
  'res_date',
  'limit_second',
] as const;
export type ResultField = (typeof resultFields)[number];
