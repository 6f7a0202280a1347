import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '#machines/checkout/checkout.types.ts';
import { Failure } from '#src/domain/failures.ts';
import { completion } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { PaymentCallbackScreen } from './payment-callback-screen.tsx';

/** The page was opened by a provider's return whose outcome the server does not know yet. */
const returned = async (askOutcome: () => Promise<Outcome>) => {
  const shop = await shopAt({ askOutcome });
  shop.go('payment-callback', { paymentType: 'stripe_secure', status: 'failed' }, { r: 'r-1' });
  shop.show(PaymentCallbackScreen);
  return shop.app.getSnapshot().children.purchase;
};
const ask = () => screen.getByRole('button', { name: 'Check now' });

describe('PaymentCallbackScreen', () => {
  it('asks once at a time, and again when the visitor wants to know', async () => {
    const first = Promise.withResolvers<Outcome>();
    const askOutcome = vi.fn<() => Promise<Outcome>>(() => first.promise);
    const purchase = await returned(askOutcome);
    expect(ask().getAttribute('aria-busy')).toBe('true');
    await userEvent.click(ask());
    expect(askOutcome).toHaveBeenCalledOnce();
    first.resolve({ status: 'checking', token: 'order-1', retry_after: 3 });
    await waitFor(() => expect(ask().getAttribute('aria-busy')).toBeNull());
    askOutcome.mockResolvedValue({ status: 'paid', token: 'order-1', completion });
    await userEvent.click(ask());
    await waitFor(() => expect(purchase?.getSnapshot().context.completion).toEqual(completion));
  });

  it('says that the server cannot be reached while it cannot', async () => {
    const askOutcome = vi.fn<() => Promise<Outcome>>();
    askOutcome.mockRejectedValue(new Failure({ code: 'connection_error', unknown: false }));
    await returned(askOutcome);
    expect(await screen.findByText(/We cannot reach our server right now/)).toBeDefined();
    askOutcome.mockResolvedValue({ status: 'checking', token: 'order-1', retry_after: 3 });
    await userEvent.click(ask());
    await waitFor(() => expect(screen.queryByText(/We cannot reach our server/)).toBeNull());
  });

  it('never says "failed" by the word of the address', async () => {
    await returned(() => new Promise(() => undefined));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We are checking your payment');
    expect(screen.queryByText(/fail|declin|refus|not go through/i)).toBeNull();
    expect(screen.getByText(/you will not be charged twice/)).toBeDefined();
  });
});
