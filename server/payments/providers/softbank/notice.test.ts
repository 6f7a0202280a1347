import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resultBody, resultNames } from '#test/api/kit/recut.ts';
import { contract, attempt as fixture, hashKey, moment } from '#test/api/kit/softbank-provider.ts';
import { linkFields, storedForm } from './form.ts';
import { hashOfValues, stampOf } from './hash.ts';
import { softbankNotice } from './result.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: moment + 60_000 });
});

const addresses = { returnUrl: 'https://shop.example/back?r=1', noticeUrl: 'https://shop.example/notice' };
const attemptBy = (wallet: 'paypay' | 'alipay') => {
  const attempt = { ...fixture, method: `softbank_${wallet}` as const };
  const form = linkFields(wallet, contract, attempt, addresses, stampOf(moment));
  return { form, attempt: { ...attempt, data: storedForm(form) } };
};
const { attempt, form } = attemptBy('alipay');

/** The result of the form, with all fields of the manual in its sequence. */
const values: Record<string, string> = {
  ...form,
  res_pay_method: 'alipay',
  res_result: 'OK',
  res_tracking_id: '12345678901234',
  res_payment_date: '20261120120005',
  res_date: '20261120120006',
};
const names = resultNames.filter((name) => !name.startsWith('dtl_'));
const paid: Record<string, string> = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

const logged: unknown[][] = [];
const read = softbankNotice({
  apiBase: '',
  linkUrl: '',
  shops: { default: contract, mori: { ...contract, service: '002' } },
  timeout: 1,
  log: (...args) => logged.push(args),
});
/** Signed as the provider does, with the fields in the manual's sequence whatever the form's. */
const signed = (fields: Record<string, string>) => {
  const values = resultNames.map((name) => fields[name] ?? '');
  return resultBody(fields, hashOfValues(values, hashKey).toUpperCase());
};
const judged = async (body: string, of = attempt) => {
  const notice = await read(Buffer.from(body), new Headers());
  return (await notice?.isFor(of, 'borderless')) ? notice?.judge?.(of) : 'refused';
};

describe('a result notice', () => {
  it('is read when it is signed (hash code computed with openssl) and repeats the stored form, in any sequence', async () => {
    const outcome = { kind: 'paid', providerId: '12345678901234', amount: 3800, currency: 'jpy', isUnconfirmed: true };
    const reversed = Object.fromEntries(Object.entries(paid).toReversed());
    expect(await judged(resultBody(reversed, 'c48d6b77ea9ecc17c940862b5b605ef3a4ec6fc2'))).toEqual(outcome);
    /* PY reports money as OK does. */
    expect(await judged(signed({ ...paid, res_result: 'PY' }))).toEqual(outcome);
  });

  it.each([
    [
      { res_result: 'NG', res_err_code: '51022999' },
      { kind: 'declined', reason: 'funds_or_limit' },
    ],
    [
      { res_result: 'CN', res_payment_date: '', res_tracking_id: '' },
      { kind: 'cancelled', providerId: null },
    ],
  ])('without money %o is %o', async (more, outcome) => {
    expect(await judged(signed({ ...paid, ...more }))).toMatchObject(outcome);
  });

  it('of PayPay only causes a poll, and stores the reason of a refusal', async () => {
    const wallet = attemptBy('paypay');
    const of = (more: Record<string, string>) =>
      judged(signed({ ...paid, pay_method: 'paypay', res_pay_method: 'paypay', ...more }), wallet.attempt);
    expect(await of({})).toEqual({ kind: 'poll', data: {} });
    const refusal = { res_result: 'NG', res_err_code: '31122999' };
    expect(await of(refusal)).toEqual({ kind: 'poll', data: { error_code: '31122999' } });
  });
});

const other = '4a1d2a66-0000-8000-8000-00000000000f';
describe('a result notice that is signed with the right key is rejected', () => {
  it.each([
    ...['order_id', 'cust_code'].map((name) => [name, other]),
    ...['amount', 'tax'].map((name) => [name, '1']),
    ['amount', '03800'],
    ['amount', '3800 '],
    ['service_id', '002'],
    ['item_id', 'other'],
    ['free1', 'x'],
    ['limit_second', '6000'],
    ['request_date', '20261120120001'],
    ['pay_method', 'paypay'],
    ['res_pay_method', 'paypay'],
    ['res_result', 'ok'],
    ['res_result', 'XX'],
    ['res_result', ''],
    ['res_tracking_id', ''],
    ['res_tracking_id', '1234567890123'],
    ['res_tracking_id', '１2345678901234'],
    ['res_sps_cust_no', 'https://'],
    ['res_sps_payment_no', '1'],
    ['res_payinfo_key', 'https://shop.example'],
    ['res_payment_date', ''],
    ['res_payment_date', '20261131120005'],
    ['res_payment_date', '20261120115400'],
    ['res_err_code', '51022999'],
    ['res_date', '20261120250006'],
    ['res_date', '20261120121000'],
    ['res_date', '20261119120006'],
    ['dtl_rowno', '1'],
    ['extra', ''],
  ])('with another %s (%s)', async (name = '', value = '') => {
    expect([null, 'refused']).toContain(await judged(signed({ ...paid, [name]: value })));
  });

  it.each(Object.keys(paid))('without %s', async (name) => {
    const { [name]: _, ...rest } = paid;
    expect([null, 'refused']).toContain(await judged(signed(rest)));
  });

  it('with a field twice, without a hash code, in another encoding, or cut short', async () => {
    const body = signed(paid);
    for (const wrong of [
      `${body}&res_result=OK`,
      `res_result=NG&${body}`,
      body.replace(/sps_hashcode=\w+/, 'sps_hashcode='),
      body.slice(0, -1),
      body.slice(0, body.length / 2),
    ])
      expect(await judged(wrong)).toBe('refused');
    expect(await read(Buffer.from(body, 'utf16le'), new Headers())).toBeNull();
  });

  it('for an attempt without a stored form, or with forms of other times only', async () => {
    expect(await judged(signed(paid), { ...attempt, data: null as never })).toBeNull();
    const later = linkFields('alipay', contract, attempt, addresses, stampOf(moment + 1_000));
    expect(await judged(signed(paid), { ...attempt, data: storedForm(later) })).toBeNull();
  });

  it('later than three days after its form, but not within three days', async () => {
    const late = { ...paid, res_date: stampOf(moment + 3 * 86_400_000 + 600_000) };
    vi.setSystemTime(moment + 10 * 86_400_000);
    expect(await judged(signed(late))).toBeNull();
    expect(await judged(signed(paid))).toMatchObject({ kind: 'paid' });
  });

  it('and the log names the field and no value', async () => {
    logged.length = 0;
    await judged(signed({ ...paid, amount: '1' }));
    await judged(signed({ ...paid, res_tracking_id: '7' }));
    expect(logged).toEqual([
      ['error', 'softbank_notice_differs', { field: 'amount', order: attempt.order_id }],
      ['warn', 'softbank_notice_refused', { field: 'res_tracking_id' }],
    ]);
  });
});
