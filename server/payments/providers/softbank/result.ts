import type { Attempt } from '#server/payments/providers/adapter.ts';
import { formOf } from '#server/shared/form.ts';
import { detailFields, echoedFields, type ResultField, resultFields } from './fields.ts';
import { findForm } from './form.ts';
import { hashOfValues, isSameHash, type SoftbankShop, timeOf } from './hash.ts';

export type SoftbankResult = Readonly<Record<ResultField, string>>;

/**
 * A parsed result notice, which proves nothing until `isOf` says that a shop signed it and is the one that it names; or the name of
 * the first wrong field, never its value.
 */
export type ReadResult =
  | { kind: 'read'; result: SoftbankResult; isOf: (shop: SoftbankShop) => boolean }
  | { kind: 'refused'; field: string };

const optionalFields: ReadonlySet<string> = new Set(detailFields);
const knownFields: ReadonlySet<string> = new Set(resultFields);

/** The fields of a form; unknown or repeated fields are rejected. */
const fieldsOf = (raw: Uint8Array): Map<string, string> | { wrong: string } => {
  const fields = new Map<string, string>();
  for (const [name, value] of formOf(raw)) {
    if (fields.has(name)) return { wrong: 'repeated' };
    if (!knownFields.has(name) && name !== 'sps_hashcode') return { wrong: 'unknown' };
    fields.set(name, value);
  }
  const missing = resultFields.find((name) => !fields.has(name) && !optionalFields.has(name));
  return missing === undefined ? fields : { wrong: missing };
};

const none = /^$/;
const stamp = /^\d{14}$/;
const errorCode = /^[\dA-Z]{8}$/;

/** Formats of the order's number and of the provider's own fields, whatever the outcome. The result repeats the requested method. */
const patterns: readonly (readonly [ResultField, RegExp])[] = [
  ['order_id', /^[!-~]{1,38}$/],
  ['res_pay_method', /^(?:paypay|alipay)$/],
  ['res_result', /^(?:OK|PY|NG|CN)$/],
  ['res_sps_cust_no', /^(?:\d{12})?$/],
  ['res_sps_payment_no', /^(?:\d{3})?$/],
  ['res_payinfo_key', /^[\dA-Za-z]{0,32}$/],
  ['res_date', stamp],
  ...detailFields.map((name) => [name, none] as const),
];

/** Their formats when money was captured, and when none was. */
const byOutcome: Readonly<Record<string, readonly (readonly [ResultField, RegExp])[]>> = {
  OK: [
    ['res_tracking_id', /^\d{14}$/],
    ['res_payment_date', stamp],
    ['res_err_code', none],
  ],
  NG: [
    ['res_tracking_id', /^(?:\d{14})?$/],
    ['res_payment_date', /^(?:\d{14})?$/],
    ['res_err_code', errorCode],
  ],
  CN: [
    ['res_tracking_id', /^(?:\d{14})?$/],
    ['res_payment_date', /^(?:\d{14})?$/],
    ['res_err_code', /^(?:[\dA-Z]{8})?$/],
  ],
};

const misfit = (result: SoftbankResult): ResultField | undefined => {
  const outcome = result.res_result === 'PY' ? 'OK' : result.res_result;
  const all = [...patterns, ...(byOutcome[outcome] ?? [])];
  if (result.res_pay_method !== result.pay_method) return 'res_pay_method';
  return all.find(([name, pattern]) => !pattern.test(result[name]))?.[0];
};

/**
 * Parses a result notice: a form in Shift_JIS with its fields in any sequence. It must be complete, without repeated or unknown
 * fields, and each of the provider's fields must match its format.
 */
export const readResult = (raw: Uint8Array): ReadResult => {
  const fields = fieldsOf(raw);
  if ('wrong' in fields) return { kind: 'refused', field: fields.wrong };
  const values = resultFields.map((name) => fields.get(name) ?? '');
  const result = Object.fromEntries(resultFields.map((name, index) => [name, values[index] ?? ''])) as SoftbankResult;
  const field = misfit(result);
  if (field !== undefined) return { kind: 'refused', field };
  const code = fields.get('sps_hashcode') ?? '';
  const isOf = ({ merchant, service, hashKey }: SoftbankShop): boolean =>
    merchant === result.merchant_id && service === result.service_id && isSameHash(code, hashOfValues(values, hashKey));
  return { kind: 'read', result, isOf };
};

/** Tolerated difference of clocks, ms. */
const skew = 5 * 60_000;
/** Longest time in ms between the form and its result; the provider repeats a notice for a while. */
const maxAge = 3 * 24 * 3_600_000;

const isBetween = (date: string, from: number, to: number): boolean => {
  const time = timeOf(date);
  return time !== null && time >= from - skew && time <= to + skew;
};

/**
 * The first field in which a result does not match a form that was signed for the attempt; null when all match. The hash code
 * alone does not prove this: it joins the values without separators and signs forms with the same key.
 */
export const foreignField = (result: SoftbankResult, attempt: Attempt, now: number): ResultField | null => {
  const form = findForm(attempt, result.request_date);
  if (!form) return 'request_date';
  const echoed = echoedFields.find((name) => result[name] !== form[name]);
  if (echoed) return echoed;
  if (attempt.method !== `softbank_${result.pay_method}`) return 'pay_method';
  const sent = timeOf(result.request_date) ?? Number.NaN;
  const last = Math.min(now, sent + maxAge);
  if (!isBetween(result.res_date, sent, last)) return 'res_date';
  const { res_payment_date: paidAt } = result;
  return paidAt === '' || isBetween(paidAt, sent, last) ? null : 'res_payment_date';
};
