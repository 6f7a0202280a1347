import { expect } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { card, customer, orderReply, spring } from './answers.ts';
import type { Charts } from './shortcut.ts';

/** Steps of the tests of change variants (docs/product.md#change-variants), on the charts with a mirrored address. */

export const change = ({ purchase }: Charts, to: 'order' | 'sign-in' | 'payment') => {
  purchase.send({ type: 'step.change', to });
  expect(location.hash).toBe(`#/${to}?ref=c`);
};
export const contextOf = ({ purchase }: Charts) => purchase.getSnapshot().context;
export const expectConfirm = (charts: Charts, context: object): void => {
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
  expect(contextOf(charts)).toMatchObject(context);
};
export const childOf = ({ purchase }: Charts, id: string) => purchase.getSnapshot().children[id];

/** Orders other tickets in place of the first; the server responds with the new order. */
export const orderOthers = (charts: Charts, part: Partial<Order>) => {
  change(charts, 'order');
  const order = childOf(charts, 'order');
  order.send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
  order.send({ type: 'order.submit' });
  expect(charts.simulated.input('placeOrder')).toMatchObject({ replaces: contextOf(charts).token });
  const { order: placed } = orderReply({ customer_info: customer, ...part }).output;
  charts.simulated.resolve('placeOrder', { token: 'order-2', order: placed, at: 0 });
};

export const payAgain = (charts: Charts, method: string) => {
  childOf(charts, 'payment').send({ type: 'payment.submit', method });
  charts.simulated.resolve('takeToken', { ...card, token: 'tok_2' });
  expect([charts.state(), location.hash]).toEqual(['purchase.confirm', '#/confirm']);
};

/** Changes the payment: applies a coupon that reduces the total to `price`. */
export const applyCoupon = (charts: Charts, price: number): void => {
  change(charts, 'payment');
  const { coupon } = childOf(charts, 'payment').getSnapshot().children;
  coupon.send({ type: 'coupon.apply', code: 'SPRING' });
  const { order } = orderReply({ customer_info: customer, price, coupon: spring }).output;
  charts.simulated.resolve('applyCoupon', order);
};
