import * as v from 'valibot';
import type { Adapter, Attempt, Notice, Verdict } from '#server/payments/providers/adapter.ts';
import { contractId } from '#server/payments/providers/contracts.ts';
import { formOf } from '#server/shared/form.ts';
import { type SoftbankOptions, shopOf } from './client.ts';
import { detailFields, echoedFields, type ResultField, resultFields } from './fields.ts';
import { findForm } from './form.ts';
import { hashOfValues, isSameHash, type SoftbankShop, timeOf } from './hash.ts';
import { softbankReasonOf } from './reasons.ts';

type SoftbankResult = Readonly<Record<ResultField, string>>;

/**
 * A parsed result notice, which proves nothing until `isOf` says that a shop signed it and is the one that it names; or the name of
 * the first wrong field, never its value.
 */
type ReadResult =
  | { kind: 'read'; result: SoftbankResult; isOf: (shop: SoftbankShop) => boolean }
  | { kind: 'refused'; field: string };

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
/** 14 digits: a time, or the provider's number of a payment. */
const [digits, digitsOrNothing] = [matching(/^\d{14}$/), matching(/^(?:\d{14})?$/)];

/** All fields of a result with these outcomes, and with these formats of the fields that depend on the outcome. */
const resultOf = <const Outcomes extends readonly string[]>(
  outcomes: Outcomes,
  formats: Record<'res_tracking_id' | 'res_payment_date' | 'res_err_code', v.GenericSchema<string>>,
) =>
  v.strictObject({
    ...v.entriesFromList(resultFields, v.string()),
    ...v.entriesFromList(detailFields, v.optional(v.literal(''), '')),
    order_id: matching(/^[!-~]{1,38}$/),
    res_pay_method: v.picklist(['paypay', 'alipay']),
    res_result: v.picklist(outcomes),
    res_sps_cust_no: matching(/^(?:\d{12})?$/),
    res_sps_payment_no: matching(/^(?:\d{3})?$/),
    res_payinfo_key: matching(/^[\dA-Za-z]{0,32}$/),
    res_date: digits,
    sps_hashcode: v.optional(v.string(), ''),
    ...formats,
  });

const unpaid = { res_tracking_id: digitsOrNothing, res_payment_date: digitsOrNothing };

/** A result when money was captured, and when none was. It repeats the requested method. */
const ResultSchema = v.pipe(
  v.variant('res_result', [
    resultOf(['OK', 'PY'], { res_tracking_id: digits, res_payment_date: digits, res_err_code: v.literal('') }),
    resultOf(['NG'], { ...unpaid, res_err_code: matching(/^[\dA-Z]{8}$/) }),
    resultOf(['CN'], { ...unpaid, res_err_code: matching(/^(?:[\dA-Z]{8})?$/) }),
  ]),
  v.forward(
    v.check(({ res_pay_method, pay_method }) => res_pay_method === pay_method),
    ['res_pay_method'],
  ),
);

/**
 * Parses a result notice: a form in Shift_JIS with its fields in any sequence. It must be complete, without repeated or unknown
 * fields, and each of the provider's fields must match its format.
 */
export const readResult = (raw: Uint8Array): ReadResult => {
  const form = [...formOf(raw)];
  const fields = Object.fromEntries(form);
  if (Object.keys(fields).length !== form.length) return { kind: 'refused', field: 'repeated' };
  const parsed = v.safeParse(ResultSchema, fields);
  if (!parsed.success) {
    const field = resultFields.find((name) => parsed.issues[0].path?.[0]?.key === name);
    return { kind: 'refused', field: field ?? 'unknown' };
  }
  const { sps_hashcode, ...result } = parsed.output;
  const values = resultFields.map((name) => result[name]);
  const isOf = ({ merchant, service, hashKey }: SoftbankShop): boolean =>
    merchant === result.merchant_id &&
    service === result.service_id &&
    isSameHash(sps_hashcode, hashOfValues(values, hashKey));
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

/** Alipay cannot be looked up, so its result decides; the provider's daily file must confirm the money it reports. */
const outcomeOf = (result: SoftbankResult): Verdict => {
  const providerId = result.res_tracking_id || null;
  switch (result.res_result) {
    case 'OK':
    case 'PY':
      return { kind: 'paid', providerId, amount: Number(result.amount), currency: 'jpy', isUnconfirmed: true };
    case 'NG':
      return { kind: 'declined', providerId, reason: softbankReasonOf(result.res_err_code) };
    default:
      return { kind: 'cancelled', providerId };
  }
};

/**
 * PayPay is looked up whatever its result notice contains. Only the reason of a refusal is taken from it: the look-up has none.
 */
const verdictOf = (result: SoftbankResult): Verdict => {
  if (result.pay_method === 'alipay') return outcomeOf(result);
  return { kind: 'poll', data: result.res_result === 'NG' ? { error_code: result.res_err_code } : {} };
};

/** The result notice of a wallet. Null unless it is complete; `judge` compares it with the attempt that it names. */
export const softbankNotice =
  (options: SoftbankOptions): NonNullable<Adapter['notice']> =>
  async (raw): Promise<Notice | null> => {
    const { log } = options;
    const read = readResult(raw);
    if (read.kind === 'refused') {
      log('warn', 'softbank_notice_refused', { field: read.field });
      return null;
    }
    const { result, isOf } = read;
    return {
      providerId: null,
      attemptId: result.order_id,
      about: [result.order_id, result.res_tracking_id, result.res_result, result.res_date].join('-'),
      contract: contractId({ merchant: result.merchant_id, service: result.service_id }),
      isFor: (attempt, site) => {
        const shop = shopOf(options, attempt, site);
        const isTheirs = shop !== undefined && isOf(shop);
        if (!isTheirs) log('warn', 'softbank_notice_refused', { field: 'sps_hashcode' });
        return isTheirs;
      },
      judge: (attempt) => {
        const field = foreignField(result, attempt, Date.now());
        if (field === null) return verdictOf(result);
        /* It is signed, so the key has leaked or the provider contradicts itself: a person must check. */
        log('error', 'softbank_notice_differs', { field, order: attempt.order_id });
        return null;
      },
    };
  };
