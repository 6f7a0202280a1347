import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '#machines/checkout/checkout.types.ts';
import { Failure } from '#src/domain/failures.ts';
import { completion } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { PaymentCallbackScreen } from './payment-callback-screen.tsx';

/** The page was opened by a provider's return whose outcome the server does not know yet. */
const returned = async (queryOutcome: () => Promise<Outcome>) => {
  const shop = await shopAt({ queryOutcome });
  shop.go('payment-callback', { paymentType: 'stripe_secure', status: 'failed' }, { r: 'r-1' });
  shop.show(PaymentCallbackScreen);
  return shop.app.getSnapshot().children.purchase;
};
const checkButton = () => screen.getByRole('button', { name: 'Check now' });

describe('PaymentCallbackScreen', () => {
  it('sends one query at a time, and another on demand', async () => {
    const first = Promise.withResolvers<Outcome>();
    const queryOutcome = vi.fn<() => Promise<Outcome>>(() => first.promise);
    const purchase = await returned(queryOutcome);
    expect(checkButton().getAttribute('aria-busy')).toBe('true');
    await userEvent.click(checkButton());
    expect(queryOutcome).toHaveBeenCalledOnce();
    first.resolve({ status: 'checking', token: 'order-1', retry_after: 3 });
    await waitFor(() => expect(checkButton().getAttribute('aria-busy')).toBeNull());
    queryOutcome.mockResolvedValue({ status: 'paid', token: 'order-1', completion });
    await userEvent.click(checkButton());
    await waitFor(() => expect(purchase?.getSnapshot().context.completion).toEqual(completion));
  });

  it('reports that the server is unreachable while it is', async () => {
    const queryOutcome = vi.fn<() => Promise<Outcome>>();
    queryOutcome.mockRejectedValue(new Failure({ code: 'connection_error', unknown: false }));
    await returned(queryOutcome);
    expect(await screen.findByText(/We cannot reach our server right now/)).toBeDefined();
    queryOutcome.mockResolvedValue({ status: 'checking', token: 'order-1', retry_after: 3 });
    await userEvent.click(checkButton());
    await waitFor(() => expect(screen.queryByText(/We cannot reach our server/)).toBeNull());
  });

  it('never reports a failure because of an address parameter', async () => {
    await returned(() => new Promise(() => undefined));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We are checking your payment');
    expect(screen.queryByText(/fail|declin|refus|not go through/i)).toBeNull();
    expect(screen.getByText(/you will not be charged twice/)).toBeDefined();
  });
});
