import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { forgetForms } from '#src/forms/memory.ts';
import { customer, order, orderReply, walletCard } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

const saving = 'app/purchase/putCustomer';

const shop = (options: Parameters<typeof simulateShop>[0] = {}) => {
  const simulated = simulateShop(options);
  simulated.toSignIn();
  return { ...simulated, ...simulated.show(SignInScreen) };
};
/** The form of an order whose address was confirmed by a mail. */
const confirmedShop = () => {
  const simulated = simulateShop({ site: { mailConfirm: true } });
  simulated.toPayment();
  simulated.go('sign-in');
  simulated.show(SignInScreen);
  return simulated;
};
const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'To payment' }));
const fill = async (typed: Record<string, string>) => {
  for (const [name, text] of Object.entries(typed)) await userEvent.type(field(name), text);
};
const hanako = {
  fullname: ' Hanako ',
  email: 'hanako@example.jp',
  email_confirm: 'hanako@example.jp',
  phone: '０９０−1234−5678',
};

beforeEach(forgetForms);

it('sends normalised customer data: trimmed, half-width digits, the newsletter declined by one click', async () => {
  const { input } = shop();
  await fill(hanako);
  await userEvent.click(field('mail_magazine'));
  await send();
  expect(input(saving)).toMatchObject({
    token: 'order-1',
    customer: {
      fullname: 'Hanako',
      email: 'hanako@example.jp',
      phone: '09012345678',
      gender: '',
      mail_magazine: 'false',
    },
  });
  expect(screen.getByRole('button', { name: 'To payment' }).getAttribute('aria-busy')).toBe('true');
});

it('shows the customer of the order that a mail’s link opens, not what was typed for another one', async () => {
  const { confirmMail, purchase, answer, go, unmount, show } = shop();
  await fill({ fullname: 'Hanako' });
  unmount();
  purchase?.send({ type: 'failure.session_timeout', failure: { code: 'session_timeout', unknown: false } });
  act(() => confirmMail('another'));
  answer('readOrder', orderReply({ customer_info: { ...customer, fullname: 'Taro' } }).output);
  go('sign-in');
  show(SignInScreen);
  expect(field('fullname').value).toBe('Taro');
});

it.each([
  ['its total', order.price, 'Check the order'],
  ['another total', 100, 'To payment'],
])('leads on, after a wallet agreed to %s, by a button that says what comes', (_, price, name) => {
  const { purchase } = shop();
  const agreed = { paid: { method: 'stripe_secure', payment: walletCard }, price } as const;
  act(() => purchase?.send({ type: 'sheet.ended', sheet: { agreed, failure: null } }));
  expect(screen.getByRole('button', { name })).toBeDefined();
});

it('offers no wallet on a site that confirms addresses, whose link may open in another browser', () => {
  const heading = () => screen.queryByRole('heading', { name: 'Fill in with your wallet' });
  const { unmount } = shop({ site: { expressWallets: ['apple_pay'] } });
  expect(heading()).not.toBeNull();
  unmount();
  shop({ site: { expressWallets: ['apple_pay'], mailConfirm: true } });
  expect(field('email')).toBeDefined();
  expect(heading()).toBeNull();
});

it.each(['ｈａｎａｋｏ@example.jp', 'Hanako@example.jp'])(
  'takes an address that was confirmed, typed as “%s”, for the same order without another mail',
  async (typed) => {
    const { input } = confirmedShop();
    for (const name of ['email', 'email_confirm']) await userEvent.clear(field(name));
    await fill({ email: typed });
    await send();
    expect(input(saving)).toMatchObject({ token: 'order-1' });
  },
);

it('reads back an address that is typed once, and accepts it by continuing', async () => {
  const { input } = shop();
  const { email_confirm: _, ...once } = hanako;
  await fill({ ...once, email: 'hanako@' });
  const button = screen.getByRole('button', { name: 'To payment' });
  expect(screen.queryByText('Is this the address for your tickets?')).toBeNull();
  await fill({ email: 'example.jp' });
  expect(screen.getByText('Is this the address for your tickets?')).toBeDefined();
  const read = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(read).toContain('hanako@example.jp');
  await send();
  expect(input(saving)).toMatchObject({ customer: { email: 'hanako@example.jp' } });
});

it('says that the second address may stay empty; what is refused is listed in form order, with its limit', async () => {
  const { waiting } = shop();
  expect(screen.getByRole('textbox', { name: 'Confirm email address Optional' })).toBeDefined();
  await fill({ ...hanako, fullname: 'あ'.repeat(61), email_confirm: 'hanako@example.com', phone: '0312' });
  expect(screen.queryByText('Is this the address for your tickets?')).toBeNull();
  await send();
  expect(waiting()).not.toContain(saving);
  expect(
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Full name: up to 60 characters',
    'The two email addresses are not the same.',
    'Phone number: 9 to 12 digits, no country code',
  ]);
  await userEvent.click(screen.getByRole('link', { name: /^Phone/ }));
  expect(document.activeElement).toBe(field('phone'));
});

it('offers the address that was meant, for both fields', async () => {
  const { purchase } = shop();
  await fill({ email: 'hanako@gmial.com', email_confirm: 'hanako@gmial.com' });
  expect(screen.getByText('Did you mean hanako@gmail.com?')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use this address' }));
  expect([field('email').value, field('email_confirm').value]).toEqual(['hanako@gmail.com', '']);
  expect(screen.queryByText(/Did you mean/)).toBeNull();
  expect(document.activeElement).toBe(field('email'));
  expect(purchase?.getSnapshot().context.drafts['sign-in']).toMatchObject({ email: 'hanako@gmail.com' });
});
