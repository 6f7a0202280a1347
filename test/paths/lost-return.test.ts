import { afterEach, describe, expect, it } from 'vitest';
import { customer, fails, orderReply } from './answers.ts';
import { typeAddress } from './driver.ts';
import { openAt, openCharts, stateSetups } from './shortcut.ts';

/** Addresses of returns that name no payment. */

afterEach(() => sessionStorage.clear());

const [unknownReturn] = fails('return_not_found');
const [tokenNotFound] = fails('token_not_found');

it.each([
  ['an unknown reference', '/payment-callback/stripe/success?r=zzzz'],
  ['no reference', '/payment-callback/stripe/success'],
  ['two references', '/payment-callback/stripe/success?r=one&r=two'],
  ['an unknown kind of payment', '/payment-callback/nothing/success?r=zzzz'],
  ['an unknown status', '/payment-callback/stripe/%E3%81%82?r=zzzz'],
])(
  'a visitor without an order who returns with %s reads that the payment was not found, also after a reload',
  (_, address) => {
    const charts = openAt(`/#${address}`);
    expect(charts.state()).toBe('purchase.checkout.asking');
    for (const row of [unknownReturn, tokenNotFound]) charts.simulated.reject('queryOutcome', row?.error);
    expect([charts.state(), location.hash]).toEqual(['purchase.error', '#/error']);
    // The page must not claim that tickets were released.
    expect(charts.app.getSnapshot().children.dialog?.getSnapshot().context.queue).toEqual([]);
    const again = openCharts({ stored: charts.stored() });
    for (const { state, purchase } of [charts, again])
      expect([state(), purchase.getSnapshot().context.failure?.code]).toEqual(['purchase.error', 'return_not_found']);
  },
);

describe('a visitor with an order who returns with an unknown reference', () => {
  const returned = (state = 'purchase.payment.choosing') => {
    const charts = openAt('/');
    stateSetups[state]?.(charts);
    typeAddress('/payment-callback/stripe/success?r=zzzz');
    charts.simulated.reject('queryOutcome', unknownReturn?.error);
    return charts;
  };

  it('reads that the payment was not found, and pays nothing although a card is chosen', () => {
    const { state, purchase, simulated } = returned('purchase.confirm');
    simulated.resolve('queryOutcome', { status: 'open', token: 'order-1' });
    expect([state(), purchase.getSnapshot().context.failure?.code]).toEqual(['purchase.error', 'return_not_found']);
    expect(simulated.waiting().join()).not.toContain('postCheckout');
  });

  it('can go on with an expired order, because its seats may still be available', () => {
    const charts = returned();
    charts.simulated.reject('queryOutcome', fails('session_timeout')[0]?.error);
    charts.purchase.send({ type: 'order.resume' });
    charts.simulated.resolve('readOrder', orderReply({ status: 'expired', customer_info: customer }).output);
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(charts.simulated.waiting()).toContain('app/purchase/hold/retakeHold');
  });

  it.each(['order_closed', 'token_not_found'] as const)('is not offered an order that has ended (%s)', (code) => {
    const { state, purchase, simulated } = returned();
    simulated.reject('queryOutcome', fails(code)[0]?.error);
    const { failure, order } = purchase.getSnapshot().context;
    expect([state(), failure?.code, order]).toEqual(['purchase.error', 'return_not_found', null]);
    expect(purchase.getSnapshot().can({ type: 'order.resume' })).toBe(false);
  });
});

it('a visitor who returns without a reference while the payment is pending learns of it by the order of this tab', () => {
  const charts = openAt('/');
  stateSetups['purchase.checkout.waiting']?.(charts);
  typeAddress('/payment-callback/stripe/success');
  expect(charts.state()).toBe('purchase.checkout.asking');
  expect(charts.simulated.input('queryOutcome')).toMatchObject({ token: 'order-1', r: null });
});
