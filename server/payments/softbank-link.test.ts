import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt, contract, facts, hashKey, kept, moment, ng, startProvider } from '#test/api/kit/softbank-provider.ts';
import { linkFields } from './softbank-form.ts';
import { hashOfValues, stampOf } from './softbank-hash.ts';
import { createSoftbankLink } from './softbank-link.ts';

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
  const fields = linkFields('paypay', contract, attempt, facts, stampOf(moment));

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
