import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PostInput } from '#machines/checkout/checkout.types.ts';
import { registerForm } from '#src/payments/payment-session.ts';
import { card, completion, order } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { ConfirmScreen } from './confirm-screen.tsx';

/** The shop with everything chosen, before the order is submitted. */
const shopAtConfirm = async (answers: Parameters<typeof shopAt>[0] = {}) => {
  registerForm('stripe_secure', async () => card);
  const shop = await shopAt(answers);
  const { purchase } = shop.app.getSnapshot().children;
  const payment = purchase?.getSnapshot().children.payment;
  payment?.send({ type: 'method.choose', method: 'stripe_secure' });
  payment?.send({ type: 'payment.submit', method: 'stripe_secure' });
  await waitFor(() => expect(purchase?.getSnapshot().can({ type: 'checkout.submit' })).toBe(true));
  return { ...shop, purchase };
};
const pay = () => screen.getByRole('button', { name: 'Place the order and pay ¥2,000' });

describe('ConfirmScreen', () => {
  it('shows tickets, date, customer, payment, tax and terms, with a link to change each', async () => {
    const { purchase, show } = await shopAtConfirm();
    show(ConfirmScreen);
    for (const text of ['Museum', 'Adult × 1', '1 December 2026', 'Hanako', 'Credit card', 'Visa •••• 4242'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText(/Includes ¥181 consumption tax \(10%\)/)).toBeDefined();
    expect(screen.getByText(/Cancellation:/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Change payment' }));
    expect(purchase?.getSnapshot().children.payment).toBeDefined();
  });

  it('states at the button what is agreed to, with the terms linked', async () => {
    const { show } = await shopAtConfirm();
    show(ConfirmScreen);
    const statement = screen.getByText('By ordering you agree to the terms of use.');
    expect(statement.parentElement).toBe(pay().parentElement);
    for (const name of [/^Terms of use/, /^Privacy policy/]) expect(screen.getByRole('link', { name })).toBeDefined();
  });

  it('sends one payment however often the button is clicked, and allows no change meanwhile', async () => {
    const postCheckout = vi.fn((_input: PostInput) => new Promise<never>(() => undefined));
    const { show } = await shopAtConfirm({ postCheckout });
    show(ConfirmScreen);
    await userEvent.dblClick(pay());
    await userEvent.click(pay());
    expect(postCheckout).toHaveBeenCalledOnce();
    expect(postCheckout.mock.calls[0]?.[0]).toMatchObject({ price: 2000, payment: card });
    expect(pay().getAttribute('aria-busy')).toBe('true');
    for (const button of screen.getAllByRole('button', { name: /Change|Back/ }))
      expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('status').textContent).toContain('Please keep this page open.');
  });

  it('ends with the completion', async () => {
    const { purchase, show } = await shopAtConfirm({ postCheckout: async () => ({ status: 'paid', completion }) });
    show(ConfirmScreen);
    await userEvent.click(pay());
    await waitFor(() => expect(purchase?.getSnapshot().context.completion).toEqual(completion));
    expect(purchase?.getSnapshot().context.order?.price).toBe(order.price);
  });
});
