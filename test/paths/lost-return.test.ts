import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { mirrorHash } from '#src/mirrors/hash.ts';
import { completion, customer, fails, lineDown, told } from './answers.ts';
import { typeAddress } from './hands.ts';
import { type Charts, openCharts, standings } from './shortcut.ts';

/** Payment returns without a known payment: what is displayed, and that an address never completes a payment. */

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sessionStorage.clear();
});

const [unknownReturn] = fails('return_not_found');
const [tokenNotFound] = fails('token_not_found');

/** A page on which a visitor is, who then returns from a provider by an address. */
const comeBack = (address: string, standing?: string): Charts => {
  document.documentElement.dataset.env = 'development';
  history.pushState(null, '', standing ? '/' : `/#${address}`);
  const charts = openCharts();
  if (standing) standings[standing]?.(charts);
  ends.push(mirrorHash(charts.app), () => charts.app.stop());
  if (standing) typeAddress(address);
  return charts;
};
const noteOf = ({ purchase }: Charts): string | undefined => purchase.getSnapshot().context.note?.code;
const isPosting = ({ held }: Charts): boolean => held.waiting().some((path) => path.endsWith('postCheckout'));
/** The reference is queried and unknown. */
const notFound = ({ held }: Charts, error = unknownReturn?.error): void => held.reject('askOutcome', error);

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
  it('in a browser that knows nothing says that the payment was not found', () => {
    const charts = comeBack(address);
    expect(charts.state()).toBe('purchase.checkout.asking');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect([charts.state(), noteOf(charts), location.hash]).toEqual(['purchase.error', 'return_not_found', '#/error']);
    // The page must not say that tickets were released.
    expect(charts.app.getSnapshot().children.dialog?.getSnapshot().context.queue).toEqual([]);
  });

  it('leads a visitor with an open order to it, and pays nothing though a card is chosen', () => {
    const charts = comeBack(address, 'purchase.confirm');
    notFound(charts);
    expect(charts.held.input('askOutcome')).toMatchObject({ token: 'order-1', r: null, attempt: { payment: null } });
    charts.held.resolve('askOutcome', { status: 'open', token: 'order-1' });
    expect([charts.state(), noteOf(charts), isPosting(charts)]).toEqual(['purchase.error', 'return_not_found', false]);
    charts.purchase.send({ type: 'order.resume' });
    charts.held.resolve('readOrder', told({ customer_info: customer }).output);
    expect([charts.state(), noteOf(charts)]).toEqual(['purchase.payment.choosing', 'return_not_found']);
  });

  it('leads a visitor whose order is paid to its completion', () => {
    const charts = comeBack(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.held.resolve('askOutcome', { status: 'paid', token: 'order-1', completion });
    expect(charts.state()).toBe('purchase.complete');
  });

  it('goes on waiting for a payment of this order that is on its way', () => {
    const charts = comeBack(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.held.resolve('askOutcome', { status: 'checking', token: 'order-1', retry_after: 3 });
    expect(charts.state()).toBe('purchase.checkout.waiting');
  });

  it('offers an order whose time is over: its seats may still be free', () => {
    const charts = comeBack(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.held.reject('askOutcome', new Failure({ code: 'session_timeout', unknown: false }));
    charts.purchase.send({ type: 'order.resume' });
    charts.held.resolve('readOrder', told({ status: 'expired', customer_info: customer }).output);
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(charts.held.waiting()).toContain('app/purchase/hold/retakeHold');
  });

  it.each(['order_closed', 'token_not_found'] as const)('does not offer an order that is over (%s)', (code) => {
    const charts = comeBack(address, 'purchase.payment.choosing');
    notFound(charts);
    charts.held.reject('askOutcome', new Failure({ code, unknown: false }));
    expect([charts.state(), noteOf(charts)]).toEqual(['purchase.error', 'return_not_found']);
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(false);
  });

  it('shows what this browser bought before', () => {
    const charts = comeBack(address, 'purchase.complete');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect(charts.state()).toBe('purchase.complete');
  });

  it('waits while the server cannot be reached, and says the same after it', () => {
    const charts = comeBack(address);
    charts.held.reject('askOutcome', lineDown.error);
    expect(charts.state()).toBe('purchase.checkout.waiting');
    charts.held.fire('askAgain');
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    expect(charts.state()).toBe('purchase.error');
  });

  it('says the same after a reload', () => {
    const charts = comeBack(address);
    notFound(charts);
    notFound(charts, tokenNotFound?.error);
    const again = openCharts(undefined, charts.stored());
    ends.push(() => again.app.stop());
    expect([again.state(), noteOf(again)]).toEqual(['purchase.error', 'return_not_found']);
  });
});

describe('a return that belongs to another browser', () => {
  const address = '/payment-callback/stripe/failure?r=another-browsers';

  it('says where nothing is known of the order that nothing was charged, and offers to begin anew', () => {
    const charts = comeBack(address);
    charts.held.resolve('askOutcome', { status: 'declined', token: null });
    expect([charts.state(), noteOf(charts)]).toEqual(['purchase.error', 'payment_api_failure']);
    expect(charts.purchase.getSnapshot().can({ type: 'order.resume' })).toBe(false);
    charts.purchase.send({ type: 'order.again' });
    expect(charts.state()).toContain('purchase.order');
  });

  it('leads a visitor with an open order of their own on with that, and pays nothing', () => {
    const charts = comeBack(address, 'purchase.confirm');
    charts.held.resolve('askOutcome', { status: 'declined', token: null });
    expect([charts.state(), isPosting(charts)]).toEqual(['purchase.resuming', false]);
    charts.held.resolve('readOrder', told({ customer_info: customer }).output);
    expect([charts.state(), noteOf(charts)]).toEqual(['purchase.payment.choosing', 'payment_api_failure']);
  });
});

describe('a payment that is on its way here', () => {
  it('is asked about by its own order when a return names nothing', () => {
    const charts = comeBack('/payment-callback/stripe/success', 'purchase.checkout.waiting');
    expect(charts.state()).toBe('purchase.checkout.asking');
    expect(charts.held.input('askOutcome')).toMatchObject({
      token: 'order-1',
      r: null,
      attempt: { payment: { token: 'tok_1' } },
    });
  });

  it('is asked about by its own order when the reference is unknown, and is not sent again', () => {
    const charts = comeBack('/payment-callback/stripe/success?r=zzzz', 'purchase.checkout.waiting');
    notFound(charts);
    charts.held.resolve('askOutcome', { status: 'open', token: 'order-1' });
    expect([charts.state(), isPosting(charts)]).toEqual(['purchase.error', false]);
  });
});
