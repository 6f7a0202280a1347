import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { card } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ConfirmScreen } from './confirm-screen.tsx';

/** The shop with everything chosen, before the order is submitted. */
const atConfirm = () => {
  const shop = simulateShop();
  shop.toPayment({ set_products: [{ id: 's1', product_name: 'Audio guide', add_cost: 600, quantity: 2 }] });
  const { payment } = shop.purchase?.getSnapshot().children ?? {};
  act(() => payment?.send({ type: 'method.choose', method: 'stripe_secure' }));
  act(() => payment?.send({ type: 'payment.submit', method: 'stripe_secure' }));
  shop.answer('takeToken', card);
  shop.show(ConfirmScreen);
  return shop;
};
const pay = () => screen.getByRole('button', { name: 'Pay ¥2,000' });

it('ConfirmScreen sends one payment however often the button is clicked, and allows no change meanwhile', async () => {
  const { input, waiting } = atConfirm();
  await userEvent.dblClick(pay());
  await userEvent.click(pay());
  expect(waiting().filter((path) => path.endsWith('postCheckout'))).toHaveLength(1);
  expect(input('postCheckout')).toMatchObject({ price: 2000, payment: card });
  expect(pay().getAttribute('aria-busy')).toBe('true');
  for (const button of screen.getAllByRole('button', { name: /Change|Back/ }))
    expect(button.hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('status').textContent).toContain('Please keep this page open.');
});
