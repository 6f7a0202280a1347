import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure, type FailureDetails } from '#src/domain/failures.ts';
import { registerForm } from '#src/payments/payment-session.ts';
import { card } from '#test/paths/answers.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { PaymentScreen } from './payment-screen.tsx';

const take = vi.fn<() => Promise<PaymentToken>>();

vi.mock('#src/payments/stripe-forms.tsx', () => ({
  StripeSecureForm: ({ amount }: { amount: number }) => {
    useEffect(() => registerForm('stripe_secure', take), []);
    return <p>card form for {amount}</p>;
  },
}));

const twoMethods = { site: { methods: ['stripe_secure', 'gmo', 'free'] } } as const;
const failureWith = (part: Partial<FailureDetails>) => new Failure({ code: 'card_input', unknown: false, ...part });
const choose = () => userEvent.click(screen.getByRole('radio', { name: /Credit card/ }));
const next = () => userEvent.click(screen.getByRole('button', { name: 'Review your order' }));
const checked = () => screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked);
const methods = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('data-key'));

beforeEach(() => {
  take.mockReset().mockResolvedValue(card);
});

describe('PaymentScreen', () => {
  it('shows the order, has the only method chosen and its form open, and passes the token of the form on', async () => {
    const { app, show } = await shopAt();
    show(PaymentScreen);
    expect(screen.getByText('Museum')).toBeDefined();
    expect(screen.getByText('Adult × 1')).toBeDefined();
    expect(methods()).toEqual(['stripe_secure']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Credit card' }).checked).toBe(true);
    expect(await screen.findByText('card form for 2000')).toBeDefined();
    await next();
    const purchase = app.getSnapshot().children.purchase;
    await waitFor(() => expect(purchase?.getSnapshot().can({ type: 'checkout.submit' })).toBe(true));
    expect(purchase?.getSnapshot().context).toMatchObject({ method: 'stripe_secure', payment: card });
  });

  it('ignores further clicks while the form is processing', async () => {
    const { show } = await shopAt();
    take.mockReturnValue(new Promise(() => undefined));
    show(PaymentScreen);
    await choose();
    await screen.findByText('card form for 2000');
    await next();
    await next();
    expect(screen.getByRole('button', { name: 'Review your order' }).getAttribute('aria-busy')).toBe('true');
    expect(take).toHaveBeenCalledOnce();
  });

  it('has the first of several chosen, without the focus, and remembers another choice that was not submitted', async () => {
    const { app, show } = await shopAt(twoMethods);
    const first = show(PaymentScreen);
    expect(await screen.findByText('card form for 2000')).toBeDefined();
    expect(checked()).toEqual([true, false]);
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole('radio', { name: 'Another card' }));
    first.unmount();
    expect(app.getSnapshot().children.purchase?.getSnapshot().context.method).toBe('gmo');
    show(PaymentScreen);
    expect(checked()).toEqual([false, true]);
  });

  it('goes on with the first of several without a tap', async () => {
    const { app, show } = await shopAt(twoMethods);
    show(PaymentScreen);
    await screen.findByText('card form for 2000');
    await next();
    const purchase = app.getSnapshot().children.purchase;
    await waitFor(() =>
      expect(purchase?.getSnapshot().context).toMatchObject({ method: 'stripe_secure', payment: card }),
    );
  });

  it('requires another method than one that is offered no more; the error and the focus are at the methods', async () => {
    const { app, show } = await shopAt(twoMethods);
    show(PaymentScreen);
    const payment = app.getSnapshot().children.purchase?.getSnapshot().children.payment;
    act(() => payment?.send({ type: 'method.choose', method: 'alipay' }));
    expect(checked()).toEqual([false, false]);
    await next();
    const methodGroup = within(screen.getByRole('group', { name: 'How would you like to pay?' }));
    expect(methodGroup.getByRole('alert').textContent).toBe('Please choose how you would like to pay.');
    expect(document.activeElement).toBe(methodGroup.getByRole('radio', { name: 'Credit card' }));
  });

  it('shows the note of the chosen method only, and the marks of the brands that each names', async () => {
    const { show } = await shopAt(twoMethods);
    show(PaymentScreen);
    await userEvent.click(screen.getByRole('radio', { name: 'Another card' }));
    expect(screen.queryByText('Visa, JCB')).toBeNull();
    expect(screen.getByRole('img', { name: 'Visa, JCB' })).toBeDefined();
    await choose();
    expect(screen.getByText('Visa, JCB')).toBeDefined();
    expect(screen.getByText(/Your card details go straight/)).toBeDefined();
  });

  it('offers the methods before the coupon', async () => {
    const { show } = await shopAt(twoMethods);
    show(PaymentScreen);
    const coupon = screen.getByText('Have a coupon?');
    const [method] = screen.getAllByRole('radio');
    expect(method?.compareDocumentPosition(coupon)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows what to correct and keeps the choice', async () => {
    const { show } = await shopAt();
    take.mockRejectedValue(failureWith({ code: 'card_input' }));
    show(PaymentScreen);
    await choose();
    await screen.findByText('card form for 2000');
    await next();
    expect((await screen.findByRole('alert')).textContent).toBe('Please check your card details.');
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
  });

  it('shows above the form why a payment was refused and that nothing was charged', async () => {
    const { app, show } = await shopAt({
      postCheckout: () => Promise.reject(failureWith({ code: 'payment_api_failure', reason: 'funds_or_limit' })),
    });
    const { unmount } = show(PaymentScreen);
    await choose();
    await screen.findByText('card form for 2000');
    await next();
    const purchase = app.getSnapshot().children.purchase;
    await waitFor(() => expect(purchase?.getSnapshot().can({ type: 'checkout.submit' })).toBe(true));
    unmount();
    purchase?.send({ type: 'checkout.submit' });
    show(PaymentScreen);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('The payment did not go through');
    expect(alert.textContent).toContain('The balance or limit of this card is not enough.');
    expect(alert.textContent).toContain('Nothing was charged');
  });

  it('offers only "free" for a total of zero', async () => {
    const { app, show } = await shopAt({ order: { price: 0 } });
    show(PaymentScreen);
    expect(methods()).toEqual(['free']);
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
    await next();
    const purchase = app.getSnapshot().children.purchase;
    await waitFor(() => expect(purchase?.getSnapshot().context.payment).toMatchObject({ token: '' }));
  });

  it('explains why a method is missing for a small total', async () => {
    const { show } = await shopAt({ order: { price: 40 } });
    show(PaymentScreen);
    expect(methods()).toEqual([]);
    expect(screen.getByText('Credit card: for orders of ¥50 or more.')).toBeDefined();
  });
});
