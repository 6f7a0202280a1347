/** The provider's result fields in the sequence in which they are signed, as its manual lists them. */
export const resultNames = [
  ...['pay_method', 'merchant_id', 'service_id', 'cust_code', 'sps_cust_no', 'sps_payment_no', 'order_id', 'item_id'],
  ...['pay_item_id', 'item_name', 'tax', 'amount', 'pay_type', 'auto_charge_type', 'service_type', 'div_settele'],
  ...['last_charge_month', 'camp_type', 'tracking_id', 'terminal_type', 'free1', 'free2', 'free3', 'dtl_rowno'],
  ...['dtl_item_id', 'dtl_item_name', 'dtl_item_count', 'dtl_tax', 'dtl_amount', 'dtl_free1', 'dtl_free2', 'dtl_free3'],
  ...['request_date', 'res_pay_method', 'res_result', 'res_tracking_id', 'res_sps_cust_no', 'res_sps_payment_no'],
  ...['res_payinfo_key', 'res_payment_date', 'res_err_code', 'res_date', 'limit_second'],
] as const;
export type ResultName = (typeof resultNames)[number];

/** A form that a browser sends to the provider; the buyer can read all of it. */
export type SignedForm = Readonly<Record<string, string>>;

/** The text under a form's hash code: all values without separators. */
export const signedText = (form: SignedForm): string =>
  Object.entries(form)
    .filter(([name]) => name !== 'sps_hashcode')
    .map(([, value]) => value.trim())
    .join('');

/** The body of a result as the provider posts it, with the fields in the given sequence. */
export const resultBody = (fields: Readonly<Record<string, string>>, hash: string): string =>
  new URLSearchParams([...Object.entries(fields), ['sps_hashcode', hash]]).toString();

/**
 * Splits the text of a signed form into a result with this outcome, a word of the text. The fields before the addresses stay, the
 * text before the word becomes a free field and the text after it the last one. Null if the text does not contain the word.
 */
export const recut = (form: SignedForm, outcome: string): Record<ResultName, string> | null => {
  const text = signedText(form);
  const prefix = resultNames.slice(0, resultNames.indexOf('free1')).map((name) => [name, form[name] ?? ''] as const);
  const start = prefix.reduce((length, [, value]) => length + value.length, 0);
  const at = text.indexOf(outcome, start);
  if (at < 0) return null;
  const fields = Object.fromEntries(resultNames.map((name) => [name, ''])) as Record<ResultName, string>;
  return {
    ...fields,
    ...Object.fromEntries(prefix),
    free1: text.slice(start, at),
    res_result: outcome,
    limit_second: text.slice(at + outcome.length),
  };
};
