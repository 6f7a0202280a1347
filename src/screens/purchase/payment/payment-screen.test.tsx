import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { Order } from '#src/domain/order.ts';
import type { PaymentMethod } from '#src/domain/payment.ts';
import { registerForm } from '#src/payments/payment-session.ts';
import { card, customer, orderReply } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { PaymentScreen } from './payment-screen.tsx';

const take = vi.fn<() => Promise<PaymentToken>>();

vi.mock('#src/payments/stripe-forms.tsx', () => ({
  StripeForm: null,
  StripeSecureForm: ({ amount }: { amount: number }) => {
    useEffect(() => registerForm('stripe_secure', take), []);
    return <p>card form for {amount}</p>;
  },
}));

/** The payment step with its real card form; a free order needs no method. */
const open = (order: Partial<Order> = {}, ...more: PaymentMethod[]) => {
  const methods: PaymentMethod[] = [{ id: 'stripe_secure', name: 'Credit card', note: 'Visa, JCB', min_amount: 50 }];
  methods.push(...more, { id: 'free', name: 'Nothing to pay', note: '', min_amount: 0 });
  const site = { methods: methods.map(({ id }) => id) };
  const shop = simulateShop({ catalogue: { methods }, site, real: ['takeToken'] });
  shop.toPayment(order);
  return { ...shop, ...shop.show(PaymentScreen) };
};
const another = { id: 'gmo', name: 'Another card', note: '', min_amount: 1 } as const;
const alipay = { id: 'softbank_alipay', name: 'Alipay', note: '', min_amount: 1 } as const;
const withTwo = () => open({}, another);
const next = () => userEvent.click(screen.getByRole('button', { name: 'Check the order' }));
const checked = () => screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked);
const methods = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('data-key'));

beforeEach(() => {
  take.mockReset().mockResolvedValue(card);
});

it('opens with the fields of a card that we draw: what stands below them must not move under a finger', () => {
  const shop = simulateShop({ catalogue: { methods: [another] }, site: { methods: ['gmo'] } });
  shop.toPayment();
  shop.show(PaymentScreen);
  expect(screen.getByRole('textbox', { name: 'Card number' })).toBeDefined();
});

it('shows the order, has the only method chosen and its form open, and passes the token of the form on', async () => {
  const { purchase } = open();
  expect(screen.getAllByText('Museum').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Adult × 1').length).toBeGreaterThan(0);
  expect(methods()).toEqual(['stripe_secure']);
  expect(checked()).toEqual([true]);
  expect(await screen.findByText('card form for 2000')).toBeDefined();
  await next();
  await waitFor(() =>
    expect(purchase?.getSnapshot().context).toMatchObject({ method: 'stripe_secure', payment: card }),
  );
});

it('has the first of several chosen, without the focus, and remembers another choice that was not submitted', async () => {
  const { purchase, unmount, show } = withTwo();
  expect(await screen.findByText('card form for 2000')).toBeDefined();
  expect(checked()).toEqual([true, false]);
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole('radio', { name: 'Another card' }));
  unmount();
  expect(purchase?.getSnapshot().context.method).toBe('gmo');
  show(PaymentScreen);
  expect(checked()).toEqual([false, true]);
});

it('requires another method than one that is offered no more; the error and the focus are at the methods', async () => {
  const { purchase } = withTwo();
  act(() => purchase?.getSnapshot().children.payment?.send({ type: 'method.choose', method: 'alipay' }));
  expect(checked()).toEqual([false, false]);
  await next();
  const methodGroup = within(screen.getByRole('group', { name: 'How would you like to pay?' }));
  expect(methodGroup.getByRole('alert').textContent).toBe('Please choose how you would like to pay.');
  expect(document.activeElement).toBe(methodGroup.getByRole('radio', { name: 'Credit card' }));
});

it.each([
  ['stripe_secure', 'The balance or limit of this card is not enough.'],
  ['softbank_alipay', 'Your Alipay balance is too low.'],
] as const)(
  'shows above the form why a payment by %s was refused and that nothing was charged',
  async (method, why) => {
    const { answer, purchase, refuse, unmount, show } = open({}, alipay);
    await screen.findByText('card form for 2000');
    await next();
    await waitFor(() => expect(purchase?.getSnapshot().can({ type: 'checkout.submit' })).toBe(true));
    unmount();
    purchase?.send({ type: 'checkout.submit' });
    refuse('postCheckout', { code: 'payment_api_failure', reason: 'funds_or_limit' });
    answer('readOrder', orderReply({ customer_info: customer, payment_method: method }).output);
    show(PaymentScreen);
    const alert = screen.getByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('The payment did not go through');
    expect(alert.textContent).toContain(why);
    expect(alert.textContent).toContain('Nothing was charged');
  },
);

it('says what to change where no method takes the total, beside no button that cannot work', () => {
  open({ price: 40 });
  expect(methods()).toEqual([]);
  expect(screen.getByText(/go back and choose other tickets or another quantity\.$/).textContent).not.toContain(
    'contact',
  );
  expect(screen.queryByRole('button', { name: 'Check the order' })).toBeNull();
});
