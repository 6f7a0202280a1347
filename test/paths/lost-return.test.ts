import { afterEach, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { Failure } from '#src/domain/failures.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { explore } from '#test/tools/explore/explore.ts';
import { begin, endedChild } from '#test/tools/explore/step.ts';
import { completion, connectionLost, customer, fails, orderReply } from './answers.ts';
import { typeAddress } from './driver.ts';
import { plans } from './plans.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';

/** Payment returns without a known payment: what is displayed, and that an address never completes a payment. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sessionStorage.clear();
});

const [unknownReturn] = fails('return_not_found');
const [tokenNotFound] = fails('token_not_found');

/** A page on which a visitor is, who then returns from a provider by an address. */
const returnTo = (address: string, state?: string): Charts => {
  document.documentElement.dataset.env = 'development';
  history.pushState(null, '', state ? '/' : `/#${address}`);
  const charts = openCharts();
  if (state) stateSetups[state]?.(charts);
  ends.push(mirrorHash(charts.app), () => charts.app.stop());
  if (state) typeAddress(address);
  return charts;
};
const failureCodeOf = ({ purchase }: Charts): string | undefined => purchase.getSnapshot().context.failure?.code;
const isPosting = ({ simulated }: Charts): boolean => simulated.waiting().some((path) => path.endsWith('postCheckout'));
/** The reference is queried and unknown. */
const notFound = ({ simulated }: Charts, error = unknownReturn?.error): void => simulated.reject('queryOutcome', error);

const addresses = {
  'an unknown reference': '/payment-callback/stripe/success?r=zzzz',
  'no reference': '/payment-callback/stripe/success',
  'an empty reference': '/payment-callback/stripe/success?r=',
  'a reference that is no reference': '/payment-callback/stripe/success?r=../orders',
  'two references': '/payment-callback/stripe/success?r=one&r=two',
  'an unknown kind of payment': '/payment-callback/nothing/success?r=zzzz',
  'an unknown status': '/payment-callback/stripe/%E3%81%82?r=zzzz',
};

describe.each(Object.entries(addresses))('a return with %s', (_, address) => {
  it('in a browser without an order says that the payment was not found', () => {
    const charts = returnTo(address);
    expect(charts.state()).toBe('purchase.checkout.asking');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect([charts.state(), failureCodeOf(charts), location.hash]).toEqual([
      'purchase.error',
      'return_not_found',
      '#/error',
    ]);
    // The page must not claim that tickets were released.
    expect(charts.app.getSnapshot().children.dialog?.getSnapshot().context.queue).toEqual([]);
  });

  it('leads a visitor with an open order to it, and does not pay although a card is chosen', () => {
    const charts = returnTo(address, 'purchase.confirm');
    notFound(charts);
    expect(charts.simulated.input('queryOutcome')).toMatchObject({
      token: 'order-1',
      r: null,
      attempt: { payment: null },
    });
    charts.simulated.resolve('queryOutcome', { status: 'open', token: 'order-1' });
    expect([charts.state(), failureCodeOf(charts), isPosting(charts)]).toEqual([
      'purchase.error',
      'return_not_found',
      false,
    ]);
    charts.purchase.send({ type: 'order.resume' });
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    expect([charts.state(), failureCodeOf(charts)]).toEqual(['purchase.payment.choosing', 'return_not_found']);
  });

  it('leads a visitor whose order is paid to its completion', () => {
    const charts = returnTo(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.simulated.resolve('queryOutcome', { status: 'paid', token: 'order-1', completion });
    expect(charts.state()).toBe('purchase.complete');
  });

  it('continues to poll a pending payment of this order', () => {
    const charts = returnTo(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.simulated.resolve('queryOutcome', { status: 'checking', token: 'order-1', retry_after: 3 });
    expect(charts.state()).toBe('purchase.checkout.waiting');
  });

  it('offers an expired order, because its seats may still be available', () => {
    const charts = returnTo(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.simulated.reject('queryOutcome', new Failure({ code: 'session_timeout', unknown: false }));
    charts.purchase.send({ type: 'order.resume' });
    charts.simulated.resolve('readOrder', orderReply({ status: 'expired', customer_info: customer }).output);
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(charts.simulated.waiting()).toContain('app/purchase/hold/retakeHold');
  });

  it.each(['order_closed', 'token_not_found'] as const)('does not offer an order that has ended (%s)', (code) => {
    const charts = returnTo(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.simulated.reject('queryOutcome', new Failure({ code, unknown: false }));
    expect([charts.state(), failureCodeOf(charts)]).toEqual(['purchase.error', 'return_not_found']);
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(false);
  });

  it('shows what this browser bought before', () => {
    const charts = returnTo(address, 'purchase.complete');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect(charts.state()).toBe('purchase.complete');
  });

  it('waits while the server is unreachable, and says the same afterwards', () => {
    const charts = returnTo(address);
    charts.simulated.reject('queryOutcome', connectionLost.error);
    expect(charts.state()).toBe('purchase.checkout.waiting');
    charts.simulated.fire('askAgain');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect(charts.state()).toBe('purchase.error');
  });

  it('shows the same after a reload', () => {
    const charts = returnTo(address);
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    const again = openCharts(undefined, charts.stored());
    ends.push(() => again.app.stop());
    expect([again.state(), failureCodeOf(again)]).toEqual(['purchase.error', 'return_not_found']);
  });
});

describe('a return that belongs to another browser', () => {
  const address = '/payment-callback/stripe/failure?r=another-browsers';

  it('without an order says that nothing was charged, and offers a new purchase', () => {
    const charts = returnTo(address);
    charts.simulated.resolve('queryOutcome', { status: 'declined', token: null });
    expect([charts.state(), failureCodeOf(charts)]).toEqual(['purchase.error', 'payment_api_failure']);
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(false);
    charts.purchase.send({ type: 'order.again' });
    expect(charts.state()).toContain('purchase.order');
  });

  it('leads a visitor with an own open order to it, and pays nothing', () => {
    const charts = returnTo(address, 'purchase.confirm');
    charts.simulated.resolve('queryOutcome', { status: 'declined', token: null });
    expect([charts.state(), isPosting(charts)]).toEqual(['purchase.resuming', false]);
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    expect([charts.state(), failureCodeOf(charts)]).toEqual(['purchase.payment.choosing', 'payment_api_failure']);
  });
});

describe('a pending payment of this tab', () => {
  it('is queried by its own order when a return has no reference', () => {
    const charts = returnTo('/payment-callback/stripe/success', 'purchase.checkout.waiting');
    expect(charts.state()).toBe('purchase.checkout.asking');
    expect(charts.simulated.input('queryOutcome')).toMatchObject({
      token: 'order-1',
      r: null,
      attempt: { payment: { token: 'tok_1' } },
    });
  });

  it('is queried by its own order when the reference is unknown, and is not sent again', () => {
    const charts = returnTo('/payment-callback/stripe/success?r=zzzz', 'purchase.checkout.waiting');
    notFound(charts);
    charts.simulated.resolve('queryOutcome', { status: 'open', token: 'order-1' });
    expect([charts.state(), isPosting(charts)]).toEqual(['purchase.error', false]);
  });
});

it('is planned as lost without a reference, for which the page asks nothing', () => {
  const input = { token: 'order-1', lang: 'ja', price: 2000, method: null, payment: null, r: '' };
  const { edges } = explore(machines.checkout, plans.checkout, { starts: [begin(machines.checkout, input)] });
  const [first = []] = edges.values();
  const ends = first.map(({ event }) => event).filter(({ type }) => endedChild(type) === 'queryOutcome');
  expect(ends).toEqual([{ type: 'xstate.error.actor.queryOutcome', ...unknownReturn }]);
});
