import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { card, customer, spring, told } from '#test/paths/answers.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
import { ChangeNote } from './change-note.tsx';

const order = (part: Partial<Order>) => told({ customer_info: customer, ...part }).output;

/** Changes the tickets of an order of ¥1,900 with a coupon that was ready to be paid; `part` is the result. */
const changedTo = (part: Partial<Order>) => {
  const { app, answer, purchase, show, toSignIn } = heldShop();
  toSignIn();
  act(() => purchase?.send({ type: 'customer.submit', customer }));
  answer('putCustomer', order({ price: 1900, coupon: spring }));
  const { payment } = purchase?.getSnapshot().children ?? {};
  act(() => payment?.send({ type: 'method.choose', method: 'stripe_secure' }));
  act(() => payment?.send({ type: 'payment.submit', method: 'stripe_secure' }));
  answer('takeToken', card);
  act(() => purchase?.send({ type: 'step.change', to: 'order' }));
  const { order: tickets } = purchase?.getSnapshot().children ?? {};
  act(() => tickets?.send({ type: 'order.submit' }));
  answer('placeOrder', { ...order(part), token: 'order-2' });
  show(ChangeNote);
  return app;
};
const words = () => [...document.querySelectorAll('[role="alert"] p')].map((part) => part.textContent);
const coupon = 'Your coupon can no longer be used for this order and has been removed.';

describe('ChangeNote', () => {
  it('is silent while everything is as the visitor knows it', () => {
    changedTo({ price: 1900, coupon: spring });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['the coupon that is gone', { price: 1900 }, [coupon]],
    [
      'another total',
      { price: 3900, coupon: spring },
      ['The total is now ¥3,900. Please check how you would like to pay.'],
    ],
    ['both', { price: 4000 }, [coupon, 'The total is now ¥4,000. Please check how you would like to pay.']],
  ])('tells of %s', (_, part, told) => {
    changedTo(part);
    expect(screen.getByRole('heading').textContent).toBe('Your order has changed');
    expect(words()).toEqual(told);
  });
});
