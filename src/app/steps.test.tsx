import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ConfirmScreen } from '#src/screens/purchase/confirm/confirm-screen.tsx';
import { spring } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { Steps } from './shell.tsx';

it.each([
  ['without a coupon offers no way back to the payment step', null, 0],
  ['by a coupon offers one, since the payment step removes the coupon', spring, 1],
])('an order of ¥0 needs no payment, and %s', async (_, coupon, paymentButtons) => {
  const { purchase, toPayment, show } = simulateShop();
  toPayment({ price: 0, coupon });
  show(() => [<Steps key="steps" screen="confirm" />, <ConfirmScreen key="review" />]);
  const bar = screen.getByRole('navigation', { name: 'Steps of your purchase' });
  expect(bar.textContent).toMatch(/Payment\(not needed\).*\(current step\)/);
  expect(screen.queryAllByRole('button', { name: /payment/ })).toHaveLength(paymentButtons);
  await userEvent.click(screen.getByRole('button', { name: 'Back to your details' }));
  expect(purchase?.getSnapshot().value).toEqual({ 'sign-in': 'editing' });
});
