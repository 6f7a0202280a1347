// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailureDetails } from '#src/domain/failures.ts';
import { mountExpress, type Sheets } from './stripe-express.ts';

type Handlers = Record<string, (event: object) => unknown>;

/** The calls of the fake Stripe, and its replies. */
const fake = {
  groups: [] as object[],
  options: {} as object,
  handlers: {} as Handlers,
  destroyed: 0,
  available: {} as object | undefined,
  created: {} as object,
};
const Stripe = () => ({
  elements: (options: object) => {
    fake.groups.push(options);
    const element = {
      on: (name: string, handler: Handlers[string]) => {
        fake.handlers[name] = handler;
      },
      mount: () => queueMicrotask(() => fake.handlers.ready?.({ availablePaymentMethods: fake.available })),
      destroy: () => {
        fake.destroyed += 1;
      },
    };
    const create = (_: string, own: object) => {
      fake.options = own;
      return element;
    };
    return { create, submit: async () => ({}) };
  },
  createConfirmationToken: async () => fake.created,
});
vi.mock('./stripe-script.ts', () => ({ openStripe: async () => Stripe() }));
vi.mock('./settings.ts', () => ({ paymentSettings: async () => ({ stripeKey: 'pk_test_sandbox', sandboxUrl: '' }) }));

const items = [
  { name: 'Adult × 2', amount: 6000 },
  { name: 'Spring', amount: -500 },
];
const paid = { token: 'ctoken_1', brand: 'visa', last4: '4242', wallet: 'apple_pay' };
const onConfirmed = vi.fn<Sheets['onConfirmed']>();
const onClosed = vi.fn<(failure: FailureDetails) => void>();
const mount = async (part: Partial<Sheets> = {}) => {
  const express = mountExpress(document.body, {
    ...{ amount: 5500, lang: 'en', method: 'stripe_secure', wallets: ['apple_pay', 'google_pay'], items },
    ...{ mayPay: () => true, onConfirmed, onClosed, ...part },
  });
  return { ...express, wallets: await express.ready };
};
const click = () => {
  const answers = { resolve: vi.fn(), reject: vi.fn() };
  fake.handlers.click?.({ expressPaymentType: 'apple_pay', ...answers });
  return answers;
};
const confirm = async (billingDetails?: object) => {
  const paymentFailed = vi.fn();
  await fake.handlers.confirm?.({ expressPaymentType: 'apple_pay', paymentFailed, billingDetails });
  return paymentFailed;
};

beforeEach(() => {
  vi.clearAllMocks();
  const card = { brand: 'visa', last4: '4242' };
  Object.assign(fake, {
    groups: [],
    destroyed: 0,
    available: { applePay: true, googlePay: false, link: true },
    created: { confirmationToken: { id: 'ctoken_1', payment_method_preview: { card } } },
  });
});

describe('the wallets’ buttons', () => {
  it('are those of the site that Stripe finds on the device', async () => {
    expect((await mount()).wallets).toEqual(['apple_pay']);
    expect(fake.options).toMatchObject({
      paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', paypal: 'never', klarna: 'never' },
    });
    expect(fake.groups).toMatchObject([{ mode: 'payment', amount: 5500, currency: 'jpy' }]);
  });

  it('are none where no wallet is available', async () => {
    fake.available = undefined;
    expect((await mount()).wallets).toEqual([]);
  });
});

describe('the sheet', () => {
  it('shows the order’s lines, and does not open while the page is busy', async () => {
    await mount();
    expect(click().resolve).toHaveBeenCalledWith({ lineItems: items });
    await mount({ mayPay: () => false });
    const { resolve, reject } = click();
    expect([resolve.mock.calls.length, reject.mock.calls.length]).toEqual([0, 1]);
  });

  it('confirmed hands on the token with the wallet’s name', async () => {
    await mount();
    click();
    expect(await confirm()).not.toHaveBeenCalled();
    expect(onConfirmed).toHaveBeenCalledWith(paid, { name: '', email: '', phone: '' });
  });

  it('asks for nothing but the payment, unless it is for the customer’s form', async () => {
    await mount();
    const contactOptions = ['emailRequired', 'phoneNumberRequired', 'billingAddressRequired'];
    expect(Object.keys(fake.options).filter((option) => contactOptions.includes(option))).toEqual([]);
    await mount({ asks: { name: true, email: true, phone: false } });
    expect(fake.options).toMatchObject({
      ...{ emailRequired: true, phoneNumberRequired: false, billingAddressRequired: true },
      buttonType: { applePay: 'check-out', googlePay: 'checkout' },
    });
    click();
    await confirm({ name: 'Hanako', email: 'hanako@example.com', address: { city: 'Tokyo' } });
    expect(onConfirmed).toHaveBeenCalledWith(paid, { name: 'Hanako', email: 'hanako@example.com', phone: '' });
  });

  it('closed by the visitor says that, once', async () => {
    await mount();
    click();
    fake.handlers.cancel?.({});
    expect(onClosed.mock.calls).toEqual([[{ code: 'token_unavailable', quoted: 'closed', unknown: false }]]);
  });

  it('without a token ends as failed, and its end is not taken for the visitor’s', async () => {
    fake.created = { error: { type: 'api_connection_error' } };
    await mount();
    click();
    expect(await confirm()).toHaveBeenCalledWith({ reason: 'fail' });
    fake.handlers.cancel?.({});
    expect(onClosed.mock.calls).toEqual([[{ code: 'token_unavailable', unknown: false }]]);
    expect(onConfirmed).not.toHaveBeenCalled();
  });

  it('confirmed after the page was left, or began something else, pays nothing', async () => {
    const { remove } = await mount();
    click();
    remove();
    expect(fake.destroyed).toBe(1);
    expect(await confirm()).toHaveBeenCalled();
    expect([onConfirmed.mock.calls, onClosed.mock.calls]).toEqual([[], []]);
    let mayPay = true;
    await mount({ mayPay: () => mayPay });
    click();
    mayPay = false;
    expect(await confirm()).toHaveBeenCalled();
    expect(onConfirmed).not.toHaveBeenCalled();
  });
});
