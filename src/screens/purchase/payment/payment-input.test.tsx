import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { registerForm } from '#src/payments/payment-session.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { PaymentScreen } from './payment-screen.tsx';

const take = vi.fn<() => Promise<PaymentToken>>(() => new Promise(() => undefined));

/** A card form with a plain field in our page, as some providers use. */
vi.mock('#src/payments/stripe-forms.tsx', () => ({
  StripeSecureForm: () => {
    useEffect(() => registerForm('stripe_secure', take), []);
    return <input aria-label="Name on the card" />;
  },
}));

it('the Enter that ends an IME composition in a card form does not submit; the next one does', async () => {
  const { show } = await shopAt();
  show(PaymentScreen);
  await userEvent.click(screen.getByRole('radio', { name: /Credit card/ }));
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name on the card' });
  /** Like a browser: Enter submits the form unless the key event was prevented. */
  const enter = (how: KeyboardEventInit) => {
    const keyDown = createEvent.keyDown(input, { key: 'Enter', ...how });
    fireEvent(input, keyDown);
    if (!keyDown.defaultPrevented) act(() => input.form?.requestSubmit());
  };
  const isBusy = () => screen.getByRole('button', { name: 'Review your order' }).getAttribute('aria-busy') === 'true';
  enter({ isComposing: true, keyCode: 13 });
  expect(isBusy()).toBe(false);
  enter({ isComposing: false, keyCode: 229 });
  expect(isBusy()).toBe(false);
  enter({ keyCode: 13 });
  expect(isBusy()).toBe(true);
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce(), 60_000);
});
