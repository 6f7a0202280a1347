import { afterEach, expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { card, customer, orderReply, spring } from './answers.ts';
import { type Charts, openAt } from './shortcut.ts';

/** Change variants (docs/product.md#change-variants) with orders of nothing, which no walk has. */

const contextOf = ({ purchase }: Charts) => purchase.getSnapshot().context;
const childOf = ({ purchase }: Charts, id: string) => purchase.getSnapshot().children[id];

/** The confirmation page of an order; `part` can give it a coupon. */
const atConfirm = (part: Partial<Order> = {}): Charts => {
  const charts = openAt('/');
  charts.toSignIn();
  charts.purchase.send({ type: 'customer.submit', customer });
  charts.simulated.resolve('putCustomer', orderReply({ customer_info: customer, ...part }).output);
  charts.toConfirm();
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
  return charts;
};

/** Orders other tickets in place of the first; the server responds with the new order. */
const orderOthers = (charts: Charts, part: Partial<Order>) => {
  charts.purchase.send({ type: 'step.change', to: 'order' });
  expect(location.hash).toBe('#/order?ref=c');
  childOf(charts, 'order').send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
  childOf(charts, 'order').send({ type: 'order.submit' });
  const { order: placed } = orderReply({ customer_info: customer, ...part }).output;
  charts.simulated.resolve('placeOrder', { token: 'order-2', order: placed, at: 0 });
};

const payAgain = (charts: Charts, method: string) => {
  childOf(charts, 'payment').send({ type: 'payment.submit', method });
  charts.simulated.resolve('takeToken', { ...card, token: 'tok_2' });
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
};

afterEach(() => sessionStorage.clear());

it('a visitor with nothing to pay passes the payment, and chooses a method when there is something to pay', () => {
  const charts = atConfirm();
  orderOthers(charts, { price: 0, coupon: spring });
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
  expect(contextOf(charts)).toMatchObject({ method: 'free', changed: ['total'] });
  charts.purchase.send({ type: 'step.change', to: 'payment' });
  childOf(charts, 'payment').getSnapshot().children.coupon.send({ type: 'coupon.remove', code: 'SPRING' });
  charts.simulated.resolve('changeCoupon', orderReply({ customer_info: customer }).output.order);
  expect(contextOf(charts)).toMatchObject({ method: null, payment: null });
  payAgain(charts, 'stripe_secure');
  orderOthers(charts, { price: 0, coupon: spring });
  orderOthers(charts, { price: 2000 });
  expect(charts.state()).toBe('purchase.payment.choosing');
  expect(childOf(charts, 'payment').getSnapshot().context.method).toBeNull();
});

it('a coupon that leaves nothing to pay is not left by Back, because no method is chosen', () => {
  const charts = atConfirm();
  charts.purchase.send({ type: 'step.change', to: 'payment' });
  childOf(charts, 'payment').getSnapshot().children.coupon.send({ type: 'coupon.apply', code: 'SPRING' });
  charts.simulated.resolve(
    'changeCoupon',
    orderReply({ customer_info: customer, price: 0, coupon: spring }).output.order,
  );
  history.back();
  expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment?ref=c']);
  payAgain(charts, 'free');
});
