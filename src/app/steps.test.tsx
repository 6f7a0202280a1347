import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ConfirmScreen } from '#src/screens/purchase/confirm/confirm-screen.tsx';
import { spring } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { Steps } from './shell.tsx';

it.each([
  ['by its kinds has no payment to change', null, 0],
  ['by a coupon can lose it on the payment step', spring, 1],
])('an order of nothing needs no payment, and %s', async (_, coupon, changes) => {
  const { purchase, toPayment, show } = simulateShop();
  toPayment({ price: 0, coupon });
  show(() => [<Steps key="steps" screen="confirm" />, <ConfirmScreen key="review" />]);
  const bar = screen.getByRole('navigation', { name: 'Steps of your purchase' });
  expect(bar.textContent).toMatch(/Payment\(not needed\).*\(current step\)/);
  expect(screen.queryAllByRole('button', { name: /payment/ })).toHaveLength(changes);
  await userEvent.click(screen.getByRole('button', { name: 'Back to your details' }));
  expect(purchase?.getSnapshot().value).toEqual({ 'sign-in': 'editing' });
});
