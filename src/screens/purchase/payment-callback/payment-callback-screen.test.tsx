import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { PaymentCallbackScreen } from './payment-callback-screen.tsx';

/** The page was opened by a provider's return whose outcome the server does not know yet. */
const returned = () => {
  const shop = simulateShop();
  const params = { paymentType: 'stripe_secure', status: 'failed' };
  shop.app.send(pageRequested('payment-callback', params, { r: 'r-1' }));
  shop.show(PaymentCallbackScreen);
  return shop;
};
const checkButton = () => screen.getByRole('button', { name: 'Check now' });
const unknown = { status: 'checking', token: 'order-1', retry_after: 3 };

describe('PaymentCallbackScreen', () => {
  it('reports that the server is unreachable while it is', async () => {
    const { answer, refuse } = returned();
    refuse('queryOutcome', { code: 'connection_error' });
    expect(screen.getByText(/We cannot reach our server right now/)).toBeDefined();
    await userEvent.click(checkButton());
    answer('queryOutcome', unknown);
    expect(screen.queryByText(/We cannot reach our server/)).toBeNull();
  });

  it('never reports a failure because of an address parameter', () => {
    returned();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We are checking your payment');
    expect(screen.queryByText(/fail|declin|refus|not go through/i)).toBeNull();
    expect(screen.getByText(/you will not be charged twice/)).toBeDefined();
  });
});
