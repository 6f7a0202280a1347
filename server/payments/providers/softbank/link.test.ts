import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attempt,
  contract,
  facts,
  hashKey,
  moment,
  ng,
  ok,
  savedData,
  startProvider,
} from '#test/api/kit/softbank-provider.ts';
import { linkFields } from './form.ts';
import { hashOfValues, stampOf } from './hash.ts';
import { createSoftbankLink } from './link.ts';

beforeEach(() => {
  savedData.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
});

describe('the form of a wallet', () => {
  const fields = linkFields('paypay', contract, attempt, facts, stampOf(moment));

  it('has every field in the sequence of the hash, empty ones too, and its hash code last', () => {
    expect(Object.keys(fields).join(' ')).toBe(
      'pay_method merchant_id service_id cust_code sps_cust_no sps_payment_no order_id item_id pay_item_id item_name tax ' +
        'amount pay_type auto_charge_type service_type div_settele last_charge_month camp_type tracking_id terminal_type ' +
        'success_url cancel_url error_url pagecon_url free1 free2 free3 free_csv request_date limit_second sps_hashcode',
    );
    const { sps_hashcode, ...signed } = fields;
    expect(sps_hashcode).toBe(hashOfValues(Object.values(signed), hashKey));
    expect(JSON.stringify(fields)).not.toContain(hashKey);
  });

  it('has three return addresses and one for the result', () => {
    expect(fields).toMatchObject({
      order_id: attempt.id,
      success_url: 'https://shop.example/back?r=1&came=success',
      cancel_url: 'https://shop.example/back?r=1&came=cancel',
      error_url: 'https://shop.example/back?r=1&came=error',
      pagecon_url: 'https://shop.example/notice',
    });
  });

  it('is for the same payment each time; PayPay is looked up by our order id', async () => {
    const { requests, options } = await startProvider({ 'MG01-00101-311': ng('MG01-00101-311', '31107006') });
    const adapter = createSoftbankLink(options, 'paypay');
    const [first, second] = [await adapter.start(attempt, facts), await adapter.poll(attempt, facts)];
    expect(second).toEqual(first);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toContain(`<order_id>${attempt.id}</order_id>`);
    expect(requests[0]?.body).toContain('<sps_hashcode>abf1935736dfc205020b12b47537e3feb65e4b9b</sps_hashcode>');
  });

  it('is stored, without its addresses, before the browser gets it, and returned again for five minutes', async () => {
    const { options } = await startProvider({});
    const adapter = createSoftbankLink(options, 'alipay');
    const first = await adapter.start(attempt, facts);
    expect(savedData).toHaveLength(1);
    expect(JSON.stringify(savedData)).toContain(attempt.id);
    expect(JSON.stringify(savedData)).not.toContain('https://');
    const stored = { ...attempt, data: savedData[0] ?? null };
    vi.setSystemTime(moment + 4 * 60_000);
    expect(await adapter.poll(stored, facts)).toEqual(first);
    vi.setSystemTime(moment + 6 * 60_000);
    expect(await adapter.poll(stored, facts)).toMatchObject({
      redirect: { fields: { request_date: '20261120120600' } },
    });
    expect(savedData.map((data) => Object.keys(data))).toEqual([
      ['form_20261120120000'],
      ['form_20261120120000'],
      ['form_20261120120600'],
    ]);
  });

  it('is refused if its signed text could be split into a result', async () => {
    const { options } = await startProvider({});
    const logged: unknown[][] = [];
    const adapter = createSoftbankLink({ ...options, log: (...args) => logged.push(args) }, 'alipay');
    // the hash joins values without separators: this OK could be cut out as a result code
    const returnUrl = 'https://shop.example/back?r=xOKx';
    const declined = { kind: 'declined', providerId: null, reason: 'try_later' };
    expect(await adapter.start(attempt, { ...facts, returnUrl })).toEqual(declined);
    expect(savedData).toEqual([]);
    expect(logged).toEqual([['error', 'softbank_form_refused', { order: attempt.order_id }]]);
  });
});

describe('a look-up of PayPay', () => {
  const known = { ...attempt, provider_id: '12345678901234' };
  const answer = (tracking: string, status = '3') =>
    ok('MG01-00101-311', `<tracking_id>${tracking}</tracking_id><payment_status>${status}</payment_status>`);

  it('uses our own order id, also when a tracking id is known', async () => {
    const { requests, options } = await startProvider({ 'MG01-00101-311': answer('12345678901234') });
    expect(await createSoftbankLink(options, 'paypay').poll(known, facts)).toMatchObject({ kind: 'paid' });
    expect(requests[0]?.body).toContain(`<order_id>${attempt.id}</order_id>`);
    expect(requests[0]?.body).not.toContain('<tracking_id>');
  });

  it.each(['3', '9'])('that names another payment is inconclusive (status %s)', async (status) => {
    const { options } = await startProvider({ 'MG01-00101-311': answer('99999999999999', status) });
    const outcome = await createSoftbankLink(options, 'paypay').poll(known, facts);
    expect(outcome).toEqual({ kind: 'unknown', answered: true });
  });

  it('after a notice does not end an attempt that the provider does not know', async () => {
    const { options } = await startProvider({ 'MG01-00101-311': ng('MG01-00101-311', '31107006') });
    const adapter = createSoftbankLink(options, 'paypay');
    const data = { came: 'error', error_code: '31122999' };
    const of = { ...attempt, data };
    expect(await adapter.poll(of, { ...facts, isNotice: true })).toEqual({ kind: 'unknown', answered: true });
    expect(await adapter.poll(of, facts)).toMatchObject({ kind: 'declined', reason: 'funds_or_limit' });
  });
});
