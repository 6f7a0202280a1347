import type { Adapter, Notice, Outcome } from './adapter.ts';
import type { SoftbankOptions } from './softbank-client.ts';
import { hashOfValues, isSameHash } from './softbank-hash.ts';
import { softbankReasonOf } from './softbank-reasons.ts';

/** Fields of the result CGI in the order of their definition: what was asked without the addresses, then the result. */
export const resultFields = [
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
  'div_settele',
  'last_charge_month',
  'camp_type',
  'tracking_id',
  'terminal_type',
  'free1',
  'free2',
  'free3',
  'dtl_rowno',
  'dtl_item_id',
  'dtl_item_name',
  'dtl_item_count',
  'dtl_tax',
  'dtl_amount',
  'dtl_free1',
  'dtl_free2',
  'dtl_free3',
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

type Told = (name: (typeof resultFields)[number]) => string;

const outcomeOf = (told: Told): Outcome => {
  const providerId = told('res_tracking_id') || null;
  switch (told('res_result')) {
    case 'OK':
    case 'PY':
      return /^\d{1,9}$/.test(told('amount'))
        ? { kind: 'paid', providerId, amount: Number(told('amount')), currency: 'jpy', data: { paid: told('amount') } }
        : { kind: 'unknown', answered: true };
    case 'NG':
      return { kind: 'declined', providerId, reason: softbankReasonOf(told('res_err_code')) };
    case 'CN':
      return { kind: 'cancelled', providerId };
    default:
      return { kind: 'unknown', answered: true };
  }
};

/**
 * The result CGI (payments.md §2.3). In: the form as it came, Shift_JIS, fields in any order. Out: what it says, once its
 * hash code fits the key of the shop it names: then it is the proof itself. Null when it does not.
 */
export const softbankNotice =
  ({ shops, log }: SoftbankOptions): NonNullable<Adapter['notice']> =>
  async (raw): Promise<Notice | null> => {
    const form = new URLSearchParams(Buffer.from(raw).toString('latin1'));
    const told: Told = (name) => form.get(name) ?? '';
    const values = resultFields.map(told);
    const shop = Object.values(shops).find(
      ({ merchant, service }) => merchant === told('merchant_id') && service === told('service_id'),
    );
    if (!shop || !isSameHash(form.get('sps_hashcode') ?? '', hashOfValues(values, shop.hashKey))) {
      log('warn', 'softbank_notice_refused', { known: shop !== undefined });
      return null;
    }
    const eventId = [told('order_id'), told('res_tracking_id'), told('res_result'), told('res_date')].join('-');
    const providerId = told('res_tracking_id') || null;
    return { eventId, providerId, attemptId: told('order_id'), outcome: outcomeOf(told) };
  };
