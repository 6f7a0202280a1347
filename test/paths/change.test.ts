import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { card, customer, fails, orderReply, spring } from './answers.ts';
import { applyCoupon, change, childOf, contextOf, expectConfirm, orderOthers, payAgain } from './change-steps.ts';
import { typeAddress } from './driver.ts';
import { sites } from './plan-rows.ts';
import { timespan } from './sample-shop.ts';
import { type Charts, openCharts, stateSetups } from './shortcut.ts';

/**
 * The change variants `?ref=c` (docs/product.md#change-variants): from the last page to a step and straight back, with the
 * address mirrored.
 */

const ends: (() => void)[] = [];

const open = (site: (typeof sites)[number] = sites[0]): Charts => {
  history.pushState(null, '', '/');
  const charts = openCharts(site);
  ends.push(mirrorHash(charts.app), () => charts.app.stop());
  return charts;
};

/** The confirmation page of an order; `part` can give it a coupon. */
const atConfirm = (part: Partial<Order> = {}): Charts => {
  const charts = open();
  charts.toSignIn();
  charts.purchase.send({ type: 'customer.submit', customer });
  charts.simulated.resolve('putCustomer', orderReply({ customer_info: customer, ...part }).output);
  charts.toConfirm();
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
  return charts;
};

beforeEach(() => {
  document.documentElement.dataset.env = 'development';
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sessionStorage.clear();
});

describe('other tickets', () => {
  it('at the same total lead straight back, and the entered payment stays valid', () => {
    const charts = atConfirm();
    orderOthers(charts, {});
    expectConfirm(charts, { token: 'order-2', payment: card, changed: [], changing: false });
  });

  it('at another total lead to the payment page, which says so, and then back', () => {
    const charts = atConfirm();
    orderOthers(charts, { price: 4000 });
    expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment?ref=c']);
    expect(contextOf(charts)).toMatchObject({ changed: ['total'], payment: null, method: 'stripe_secure' });
    payAgain(charts, 'stripe_secure');
    expect(contextOf(charts)).toMatchObject({ changed: [], order: { price: 4000 } });
  });

  it('that the coupon no longer covers are reported, even if the total is the same', () => {
    const charts = atConfirm({ coupon: spring });
    orderOthers(charts, { coupon: null });
    expect(charts.state()).toBe('purchase.confirm');
    expect(contextOf(charts).changed).toEqual(['coupon']);
  });

  it('that the coupon no longer covers, at another total: the payment page reports both', () => {
    const charts = atConfirm({ coupon: spring });
    orderOthers(charts, { price: 4000, coupon: null });
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(contextOf(charts).changed).toEqual(['coupon', 'total']);
  });

  it('with nothing to pay use the method "free", and reset the method when there is something to pay', () => {
    const charts = atConfirm();
    orderOthers(charts, { price: 0, coupon: spring });
    expect(childOf(charts, 'payment').getSnapshot().context.method).toBe('free');
    payAgain(charts, 'free');
    orderOthers(charts, { price: 2000 });
    expect(charts.state()).toBe('purchase.payment.choosing');
    expect(childOf(charts, 'payment').getSnapshot().context.method).toBeNull();
  });

  it('start with the ordered tickets, even in a browser that has only the order', () => {
    const charts = open();
    typeAddress('/mail-confirm?token=mail-1');
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    charts.toConfirm();
    change(charts, 'order');
    expect(childOf(charts, 'order').getSnapshot().context.choice).toMatchObject({
      product: { uuid: 'p1', sale_type: 'time' },
      month: '2026-12-01',
      day: '2026-12-01',
      timespan: { id: timespan.id },
      lines: [{ id: 'adult', name: 'Adult', price: 2000, count: 1 }],
    });
    expect(charts.simulated.input('search')).toMatchObject({ product_uuid: 'p1', order_token: 'order-1' });
  });
});

describe('other details', () => {
  const atMori = (): Charts => {
    const charts = open(sites[1]);
    typeAddress('/mail-confirm?token=mail-1');
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    charts.toConfirm();
    change(charts, 'sign-in');
    return charts;
  };
  const submit = ({ purchase }: Charts, part: Partial<typeof customer>) =>
    purchase.send({ type: 'customer.submit', customer: { ...customer, ...part } });

  it('lead straight back', () => {
    const charts = atConfirm();
    const fullname = 'Taro';
    change(charts, 'sign-in');
    submit(charts, { fullname });
    charts.simulated.resolve('putCustomer', orderReply({ customer_info: { ...customer, fullname } }).output);
    expectConfirm(charts, { payment: card, customer: { fullname } });
  });

  it('need no second confirmation mail while the address stays', () => {
    const charts = atMori();
    submit(charts, { phone: '0399999999' });
    expect(charts.state()).toBe('purchase.sign-in.saving');
    charts.simulated.resolve('putCustomer', orderReply({ customer_info: customer }).output);
    expect(charts.state()).toBe('purchase.confirm');
  });

  it('with another address are confirmed by mail again', () => {
    const charts = atMori();
    submit(charts, { email: 'other@example.jp' });
    charts.simulated.resolve('sendOrderMail', { sent_to: 'other@example.jp', at: 0 });
    expect(charts.state()).toBe('purchase.sended-mail.waiting');
  });
});

describe('another payment', () => {
  it('leads straight back', () => {
    const charts = atConfirm();
    change(charts, 'payment');
    childOf(charts, 'payment').send({ type: 'method.choose', method: 'gmo' });
    payAgain(charts, 'gmo');
    expect(contextOf(charts)).toMatchObject({ method: 'gmo', payment: { token: 'tok_2' } });
  });

  it('with a changed coupon may be left by Back, and the confirmation page shows the new total', () => {
    const charts = atConfirm();
    applyCoupon(charts, 1900);
    history.back();
    const context = { order: { price: 1900 }, payment: card };
    expect([charts.state(), contextOf(charts)]).toMatchObject(['purchase.confirm', context]);
  });

  it('whose coupon leaves nothing to pay is not left by Back, because no method is chosen', () => {
    const charts = atConfirm();
    applyCoupon(charts, 0);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment?ref=c']);
    payAgain(charts, 'free');
  });

  it('is requested under its own address after a declined payment; Back leads to the previous step', () => {
    const charts = atConfirm();
    const entries = history.length;
    charts.purchase.send({ type: 'checkout.submit' });
    charts.simulated.reject('postCheckout', fails('payment_api_failure')[0]?.error);
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment?ref=c']);
    expect(history.length).toBeLessThanOrEqual(entries);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.sign-in.editing', '#/sign-in']);
  });

  it('is requested, with a message, when the total changed on the server', () => {
    const charts = atConfirm({ coupon: spring });
    charts.purchase.send({ type: 'checkout.submit' });
    charts.simulated.reject('postCheckout', fails('invalid_input')[0]?.error);
    charts.simulated.resolve('readOrder', orderReply({ customer_info: customer, price: 2100 }).output);
    const context = { changed: ['coupon', 'total'], failure: null, payment: null };
    expect([charts.state(), contextOf(charts)]).toMatchObject(['purchase.payment.choosing', context]);
  });
});

describe('a change variant', () => {
  it.each(['order', 'sign-in', 'payment'] as const)('%s is left by Back without a change', (to) => {
    const charts = atConfirm();
    change(charts, to);
    history.back();
    expectConfirm(charts, { payment: card, changing: false, refused: 0 });
  });

  it.each(['sign-in', 'payment'] as const)('%s is left by its own back button', (to) => {
    const charts = atConfirm();
    const before = history.length;
    change(charts, to);
    charts.purchase.send({ type: 'step.back' });
    expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
    expect(history.length).toBe(before + 1);
  });

  it.each([
    ['/order?ref=c', 'purchase.order.choosing', '#/order'],
    ['/sign-in?ref=c', 'purchase.order.choosing', '#/order'],
    ['/payment?ref=c', 'purchase.order.choosing', '#/order'],
  ])('%s typed without an order shows the first step', (address, state, hash) => {
    const charts = open();
    typeAddress(address);
    expect([charts.state(), location.hash]).toEqual([state, hash]);
  });

  it('typed before a payment is entered shows the ordinary step', () => {
    const charts = open();
    stateSetups['purchase.payment.choosing']?.(charts);
    typeAddress('/sign-in?ref=c');
    expect([charts.state(), location.hash]).toEqual(['purchase.sign-in.editing', '#/sign-in']);
  });
});
