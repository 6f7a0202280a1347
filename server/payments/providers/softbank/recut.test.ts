import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ResultName, recut, resultBody, resultNames, signedText } from '#test/api/kit/recut.ts';
import { attempt as fixture } from '#test/api/kit/softbank-provider.ts';
import { randomly } from '#test/tools/sample.ts';
import { holdsResultCode, linkFields, storedForm, type Wallet } from './form.ts';
import { hashOfValues, stampOf } from './hash.ts';
import { foreignField, readResult } from './result.ts';

/*
 * Forms and results are signed with the same key over values without separators, so a signed text could be split into other fields.
 * These tests split every text that we or the provider sign at all positions: no split may be a result that we accept.
 */

/** Whether a value is valid for one field of a result. */
type Fits = (name: ResultName, value: string) => boolean;

/** The longest value that is tried for a field without a length limit. */
const unlimited = 400;

/**
 * All ways to split a text into the fields of a result, in sequence, so that every field is valid. Searches every cut position
 * and abandons positions from which the end cannot be reached. Returns at most `limit` splits.
 */
const cutsOf = (text: string, fits: Fits, limit = 1_000): Record<ResultName, string>[] => {
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
const equalsRequest =
  (request: Readonly<Record<string, string>>): Fits =>
  (name, value) =>
    loose[name]?.test(value) ?? value === (request[name] ?? '');

/** Accepts any field but those by which a shop finds its order; they must equal the request's. */
const findsOrder =
  (request: Readonly<Record<string, string>>): Fits =>
  (name, value) => {
    if (name === 'res_result') return loose.res_result?.test(value) ?? false;
    if (['merchant_id', 'service_id', 'order_id', 'amount'].includes(name)) return value === request[name];
    return name === 'free1' || name === 'limit_second' || value === '' || value === request[name];
  };

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const uuid = hex(32).map((text) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
const token = fc.uint8Array({ minLength: 24, maxLength: 24 }).map((bytes) => Buffer.from(bytes));
const wallets = fc.constantFrom<Wallet>('paypay', 'alipay');

/** Everything that a visitor, a venue or chance can influence. */
const inputs = fc.record({
  wallet: wallets,
  merchant: digits(5),
  service: digits(3),
  hashKey: hex(40),
  order: uuid,
  id: uuid,
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  host: fc.webUrl({ validSchemes: ['http', 'https'], withFragments: false }).map((url) => new URL(url).origin),
  prefix: fc.constantFrom('', '/mori', '/artizon'),
  token,
  now: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) }),
});
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never;

const formOf = (one: Input, reference: string) => {
  const { merchant, service, hashKey, wallet, host, prefix, amount, order: order_id, id, now } = one;
  const attempt = { ...fixture, id, order_id, amount, method: `softbank_${wallet}` as const };
  const base = `${host}${prefix}/api/v1`;
  const addresses = {
    returnUrl: `${base}/payment-return/softbank_${wallet}?r=${reference}`,
    noticeUrl: `${base}/webhooks/softbank`,
  };
  const shop = { merchant, service, hashKey };
  const form = linkFields(wallet, shop, attempt, addresses, stampOf(now));
  return { shop, form, attempt: { ...attempt, data: storedForm(form) } };
};

/** The field of a result that the shop rejects; null when it is accepted. */
const verdictOn = (
  body: string,
  { shop, attempt }: Pick<ReturnType<typeof formOf>, 'shop' | 'attempt'>,
  now: number,
) => {
  const read = readResult(Buffer.from(body));
  if (read.kind === 'refused') return read.field;
  return read.isOf(shop) ? foreignField(read.result, attempt, now) : 'sps_hashcode';
};

describe('a signed text', () => {
  it('of a form contains no result code, whatever a visitor enters', () => {
    fc.assert(
      fc.property(inputs, (one) => {
        const { form } = formOf(one, one.token.toString('hex'));
        expect(holdsResultCode(form)).toBe(false);
        for (const code of ['OK', 'PY', 'NG', 'CN']) expect(signedText(form)).not.toContain(code);
      }),
      randomly('forms without a result code', 5_000, 200),
    );
  });

  it('of a form is not accepted as a result, even if it contains a result code, because repeated fields must equal the request’s', () => {
    let cuts = 0;
    fc.assert(
      fc.property(inputs, fc.constantFrom('OK', 'PY', 'NG', 'CN'), (one, code) => {
        const reference = `${one.token.toString('base64url').slice(0, 12)}${code}20261120120000${code}`;
        const made = formOf(one, reference);
        expect(holdsResultCode(made.form)).toBe(true);
        expect(cutsOf(signedText(made.form), equalsRequest(made.form))).toEqual([]);
        const forged = recut(made.form, code);
        if (!forged) throw new Error('The form contains the result code.');
        /* Control: the forgery has a valid hash code, so a check that compares fewer fields would accept it. */
        expect(hashOfValues(Object.values(forged), made.shop.hashKey)).toBe(made.form.sps_hashcode);
        for (const cut of [forged, ...cutsOf(signedText(made.form), findsOrder(made.form), 20)]) {
          cuts += 1;
          expect(verdictOn(resultBody(cut, made.form.sps_hashcode), made, one.now)).not.toBeNull();
        }
      }),
      randomly('forms cut at every position', 1_000, 25),
    );
    expect(cuts).toBeGreaterThan(100);
  });

  it('of a result is not accepted as another result: order, amount, outcome and, if paid, payment are the same', () => {
    const outcome = fc.constantFrom(
      { res_result: 'OK', res_err_code: '' },
      { res_result: 'NG', res_err_code: '51022999' },
      { res_result: 'CN', res_err_code: '' },
    );
    fc.assert(
      fc.property(inputs, outcome, digits(14), fc.boolean(), (one, result, res_tracking_id, isDated) => {
        const made = formOf(one, one.token.toString('hex'));
        const now = stampOf(one.now + 30_000);
        const own: Record<string, string> = {
          ...result,
          res_pay_method: one.wallet,
          res_tracking_id,
          res_payment_date: isDated || result.res_result === 'OK' ? now : '',
          res_date: now,
        };
        const form: Record<string, string> = made.form;
        const genuine = Object.fromEntries(resultNames.map((name) => [name, own[name] ?? form[name] ?? '']));
        const hash = hashOfValues(Object.values(genuine), one.hashKey);
        expect(verdictOn(resultBody(genuine, hash), made, one.now + 60_000)).toBeNull();
        const cuts = cutsOf(Object.values(genuine).join(''), equalsRequest(made.form));
        expect(cuts.length).toBeGreaterThan(0);
        const accepted = cuts.filter((cut) => verdictOn(resultBody(cut, hash), made, one.now + 60_000) === null);
        /* Where no money was captured, the provider's id has no meaning. */
        const decisive = (cut: Readonly<Record<string, string | undefined>>) =>
          [cut.order_id, cut.amount, cut.res_result, cut.res_result === 'OK' ? cut.res_tracking_id : ''].join();
        expect(new Set(accepted.map(decisive))).toEqual(new Set([decisive(genuine)]));
      }),
      randomly('results cut at every position', 1_000, 25),
    );
  });
});
