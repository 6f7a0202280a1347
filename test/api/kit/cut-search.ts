import { type ResultName, resultNames } from './recut.ts';

/** Whether a value is valid for one field of a result. */
export type Fits = (name: ResultName, value: string) => boolean;

/** The longest value that is tried for a field without a length limit. */
const unlimited = 400;

/**
 * All ways to split a text into the fields of a result, in sequence, so that every field is valid. Searches every cut position
 * and abandons positions from which the end cannot be reached. Returns at most `limit` splits.
 */
export const cutsOf = (text: string, fits: Fits, limit = 1_000): Record<ResultName, string>[] => {
  const dead = new Set<string>();
  const found: Record<ResultName, string>[] = [];
  const values: string[] = [];
  const search = (field: number, at: number): boolean => {
    const name = resultNames[field];
    if (name === undefined) {
      if (at !== text.length) return false;
      found.push(Object.fromEntries(resultNames.map((one, index) => [one, values[index] ?? ''])) as never);
      return true;
    }
    const key = `${field} ${at}`;
    if (dead.has(key)) return false;
    let isAlive = false;
    for (let end = at; end <= Math.min(text.length, at + unlimited) && found.length < limit; end += 1) {
      const value = text.slice(at, end);
      if (!fits(name, value)) continue;
      values[field] = value;
      if (search(field + 1, end)) isAlive = true;
    }
    if (!isAlive) dead.add(key);
    return isAlive;
  };
  search(0, 0);
  return found;
};

/** Values that the provider's manual allows in its own fields, for any outcome. */
const loose: Partial<Record<ResultName, RegExp>> = {
  res_pay_method: /^[a-z\d]{1,20}$/,
  res_result: /^(?:OK|PY|NG|CN)$/,
  res_tracking_id: /^(?:\d{14})?$/,
  res_sps_cust_no: /^(?:\d{12})?$/,
  res_sps_payment_no: /^(?:\d{3})?$/,
  res_payinfo_key: /^[\dA-Za-z]{0,32}$/,
  res_payment_date: /^(?:\d{14})?$/,
  res_err_code: /^(?:[\dA-Za-z]{8})?$/,
  res_date: /^\d{14}$/,
};

/** Accepts a field that equals the request's, and the provider's own fields as its manual allows them. */
export const equalsRequest =
  (request: Readonly<Record<string, string>>): Fits =>
  (name, value) =>
    loose[name]?.test(value) ?? value === (request[name] ?? '');

/** Accepts any field but those by which a shop finds its order; they must equal the request's. */
export const findsOrder =
  (request: Readonly<Record<string, string>>): Fits =>
  (name, value) => {
    if (name === 'res_result') return loose.res_result?.test(value) ?? false;
    if (['merchant_id', 'service_id', 'order_id', 'amount'].includes(name)) return value === request[name];
    return name === 'free1' || name === 'limit_second' || value === '' || value === request[name];
  };
