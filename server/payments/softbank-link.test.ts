import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt, contract, facts, hashKey, kept, moment, ng, startProvider } from '#test/api/kit/softbank-provider.ts';
import { createSoftbankCredit } from './softbank-credit.ts';
import { hashOfValues } from './softbank-hash.ts';
import { createSoftbankLink, linkFields } from './softbank-link.ts';

/** A provider for one test. */
const opened: { close: () => unknown }[] = [];
const provider = async (...given: Parameters<typeof startProvider>) => {
  const made = await startProvider(...given);
  opened.push(made);
  return made;
};
beforeEach(() => {
  kept.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
});
afterEach(() => {
  vi.useRealTimers();
  for (const { close } of opened.splice(0)) close();
});

describe('the form of a wallet', () => {
  const fields = linkFields('paypay', contract, attempt, facts, moment);

  it('has every field in hash order, empty ones too, and its hash code last', () => {
    expect(Object.keys(fields).join(' ')).toBe(
      'pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax ' +
        'amount pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type ' +
        'success_url cancel_url error_url pagecon_url free1 free2 free3 free_csv request_date limit_second sps_hashcode',
    );
    const { sps_hashcode, ...signed } = fields;
    expect(sps_hashcode).toBe(hashOfValues(Object.values(signed), hashKey));
    expect(JSON.stringify(fields)).not.toContain(hashKey);
  });

  it('comes back by three addresses, and tells the result to one', () => {
    expect(fields).toMatchObject({
      order_id: attempt.id,
      success_url: 'https://shop.example/back?r=1&came=success',
      cancel_url: 'https://shop.example/back?r=1&came=cancel',
      error_url: 'https://shop.example/back?r=1&came=error',
      pagecon_url: 'https://shop.example/notice',
    });
  });

  it('is the same payment however often it is asked for; PayPay is asked by our order id', async () => {
    const { heard, options } = await provider({ 'MG01-00101-311': ng('MG01-00101-311', '31107006') });
    const adapter = createSoftbankLink(options, 'paypay');
    const [first, second] = [await adapter.start(attempt, facts), await adapter.ask(attempt, facts)];
    expect(second).toEqual(first);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.body).toContain(`<order_id>${attempt.id}</order_id>`);
    expect(heard[0]?.body).toContain('<sps_hashcode>abf1935736dfc205020b12b47537e3feb65e4b9b</sps_hashcode>');
  });
});

describe('the result', () => {
  const result = {
    pay_method: 'paypay',
    merchant_id: '00000',
    service_id: '001',
    cust_code: 'C1',
    order_id: attempt.id,
    item_id: 'ticket',
    item_name: 'Ticket',
    amount: '3800',
    pay_type: '0',
    service_type: '0',
    terminal_type: '0',
    request_date: '20261120120000',
    res_pay_method: 'paypay',
    res_result: 'OK',
    res_tracking_id: '12345678901234',
    res_payment_date: '20261120120005',
    res_date: '20261120120006',
    limit_second: '600',
    sps_hashcode: '91837c8585c7fdcdb377e5ef8737ca4499e5a761',
  };
  const read = async (fields: Record<string, string>) => {
    const { options } = await provider({});
    const raw = Buffer.from(new URLSearchParams(Object.entries(fields).toReversed()).toString());
    return createSoftbankCredit(options).notice?.(raw, new Headers());
  };

  it('is the proof when its hash code fits (worked out with openssl), in any order of its fields', async () => {
    expect(await read(result)).toMatchObject({
      attemptId: attempt.id,
      providerId: '12345678901234',
      outcome: { kind: 'paid', providerId: '12345678901234', amount: 3800, currency: 'jpy' },
    });
  });

  it.each([
    ['amount', '1'],
    ['order_id', 'another'],
    ['res_result', 'PY'],
    ['service_id', '002'],
    ['sps_hashcode', ''],
  ])('is nothing when its %s was changed', async (name, value) => {
    expect(await read({ ...result, [name]: value })).toBeNull();
  });

  it.each([
    ['NG', '31122999', { kind: 'declined', reason: 'funds_or_limit' }],
    ['CN', '', { kind: 'cancelled' }],
    ['PY', '', { kind: 'paid' }],
    ['??', '', { kind: 'unknown' }],
  ])('%s %s is %o', async (res_result, res_err_code, outcome) => {
    const { sps_hashcode: _, ...told } = { ...result, res_result, res_err_code };
    const order = [
      ...['paypay', '00000', '001', 'C1', attempt.id, 'ticket', 'Ticket', '3800', '0', '0', '0', '20261120120000'],
      ...['paypay', res_result, '12345678901234', '20261120120005', res_err_code, '20261120120006', '600'],
    ];
    const notice = await read({ ...told, sps_hashcode: hashOfValues(order, hashKey) });
    expect(notice).toMatchObject({ outcome });
  });
});
