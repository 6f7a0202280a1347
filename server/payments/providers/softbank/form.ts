import type { Attempt, ProviderData, StartFacts } from '#server/payments/providers/adapter.ts';
import { item, limitSecond } from './client.ts';
import { type EchoedField, echoedFields, type RequestField, requestFields } from './fields.ts';
import { hashOfValues, type SoftbankShop, stampOf, timeOf } from './hash.ts';

export type Wallet = 'paypay' | 'alipay';

/** The return address that the browser used; it proves nothing. */
export const returnMarks = ['success', 'cancel', 'error'] as const;
export type ReturnMark = (typeof returnMarks)[number];

type Addresses = Pick<StartFacts, 'returnUrl' | 'noticeUrl'>;
type EchoedFields = Record<EchoedField, string>;

/** The signed form that takes the browser to the provider's page: all fields in hash sequence, empty ones included. */
export const linkFields = (
  wallet: Wallet,
  shop: SoftbankShop,
  attempt: Attempt,
  { returnUrl, noticeUrl }: Addresses,
  requestDate: string,
): EchoedFields & { sps_hashcode: string } => {
  const back = (mark: ReturnMark) => `${returnUrl}&came=${mark}`;
  const filled: Partial<Record<RequestField, string>> = {
    pay_method: wallet,
    merchant_id: shop.merchant,
    service_id: shop.service,
    cust_code: attempt.order_id,
    order_id: attempt.id,
    item_id: item.id,
    item_name: item.name,
    amount: String(attempt.amount),
    pay_type: '0',
    service_type: '0',
    terminal_type: '0',
    success_url: back('success'),
    cancel_url: back('cancel'),
    error_url: back('error'),
    pagecon_url: noticeUrl,
    request_date: requestDate,
    limit_second: limitSecond,
  };
  const fields = Object.fromEntries(requestFields.map((name) => [name, filled[name] ?? ''])) as EchoedFields;
  return { ...fields, sps_hashcode: hashOfValues(Object.values(fields), shop.hashKey) };
};

/**
 * Whether the signed text of a form contains a result code anywhere. The hash code joins values without separators, so such a
 * form could be cut into a result notice with the same hash code; it must not be sent to a browser.
 */
export const holdsResultCode = ({ sps_hashcode: _, ...fields }: Record<string, string>): boolean =>
  /OK|PY|NG|CN/.test(Object.values(fields).join(''));

const keyPrefix = 'form_';

/** The fields of a form that its result repeats, stored with the attempt under the form's request date. */
export const storedForm = (fields: EchoedFields): ProviderData => ({
  [`${keyPrefix}${fields.request_date}`]: JSON.stringify(echoedFields.map((name) => fields[name])),
});

/** The echoed fields of the form that was signed for an attempt at a request date; null when there is none. */
export const findForm = ({ data }: Pick<Attempt, 'data'>, requestDate: string): EchoedFields | null => {
  const text = data?.[`${keyPrefix}${requestDate}`];
  if (text === undefined) return null;
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values) || values.length !== echoedFields.length) return null;
  return Object.fromEntries(echoedFields.map((name, index) => [name, String(values[index])])) as EchoedFields;
};

/** A form is reused for five minutes; later it would reach the provider too close to its time limit. */
const reusedFor = 5 * 60_000;

/** The request date for the next form of an attempt: that of its latest one while it is fresh, otherwise the current time. */
export const requestDateFor = ({ data }: Pick<Attempt, 'data'>, now: number): string => {
  const keys = Object.keys(data ?? {}).filter((key) => key.startsWith(keyPrefix));
  const latest = keys.sort().at(-1)?.slice(keyPrefix.length) ?? '';
  const age = now - (timeOf(latest) ?? Number.NEGATIVE_INFINITY);
  return age >= 0 && age < reusedFor ? latest : stampOf(now);
};
