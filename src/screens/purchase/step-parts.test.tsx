import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import { card, customer, orderReply, spring, order as usual } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ChangeNotice } from './step-parts.tsx';

const order = (part: Partial<Order>) => orderReply({ customer_info: customer, ...part }).output;

/** Changes the tickets of an order of ¥1,900 with a coupon that was ready to be paid; `part` is the result. */
const changedTo = (part: Partial<Order>) => {
  const { app, answer, purchase, show, toSignIn } = simulateShop();
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
  show(ChangeNotice);
  return app;
};
const paragraphs = () => [...document.querySelectorAll('[role="alert"] p')].map((part) => part.textContent);
const coupon = 'Your coupon can no longer be used for this order and has been removed.';

it('shows nothing while the order is unchanged', () => {
  changedTo({ price: 1900, coupon: spring });
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['a removed coupon', { price: 1900 }, [coupon]],
  [
    'another total and a moved visit',
    {
      price: 3900,
      coupon: spring,
      main_product: {
        ...usual.main_product,
        reservation_from: '2026-12-01T05:00:00Z',
        reservation_to: '2026-12-01T06:00:00Z',
      },
    },
    [
      'The venue has moved your visit. Please check the new date and time:',
      'Tuesday 1 December 2026',
      expect.stringMatching(/^14:00 – 15:00/),
      'The total is now ¥3,900. Please check how you would like to pay.',
    ],
  ],
  ['coupon and total', { price: 4000 }, [coupon, 'The total is now ¥4,000. Please check how you would like to pay.']],
])('reports %s', (_, part, expected) => {
  changedTo(part);
  expect(screen.getByRole('heading').textContent).toBe('Your order has changed');
  expect(paragraphs()).toEqual(expected);
});
