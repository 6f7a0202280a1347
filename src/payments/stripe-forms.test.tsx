import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { englishForm, formProps, showInEnglish } from '#test/screens/card-form.tsx';
import { challengeWith, takeTokenFrom } from './payment-session.ts';
import { StripeForm, StripeSecureForm } from './stripe-forms.tsx';

type Handlers = Record<string, (event?: unknown) => void>;

/** The calls of the fake Stripe, and its replies. */
const fake = {
  options: {} as Record<string, unknown>,
  updated: {} as object,
  mounted: 0,
  destroyed: 0,
  loads: true,
  submit: {} as object,
  created: {} as object,
  method: {} as object,
  handleNextAction: vi.fn(),
};

const element = () => {
  const handlers: Handlers = {};
  return {
    on: (name: string, handler: (event?: unknown) => void) => {
      handlers[name] = handler;
    },
    mount: (place: HTMLElement) => {
      fake.mounted += 1;
      place.append(document.createElement('input'));
      queueMicrotask(() => handlers[fake.loads ? 'ready' : 'loaderror']?.());
    },
    destroy: () => {
      fake.destroyed += 1;
    },
  };
};

const update = (changes: object) => {
  fake.updated = changes;
};

const Stripe = Object.assign(
  (key: string) => ({
    key,
    elements: (options: Record<string, unknown>) => {
      fake.options = options;
      return { create: element, submit: async () => fake.submit, update };
    },
    createConfirmationToken: async () => fake.created,
    createPaymentMethod: async () => fake.method,
    handleNextAction: fake.handleNextAction,
  }),
  { version: 'endive' },
);

Object.assign(window, { Stripe });
/** Skips loading the script, because `window.Stripe` is the fake above. */
vi.mock('#src/scripts/load-script.ts', async (original) => ({
  ...(await original<typeof import('#src/scripts/load-script.ts')>()),
  loadScript: async () => undefined,
}));
vi.mock('./settings.ts', async () => {
  const { noSettings } = await import('#test/screens/card-form.tsx');
  return { paymentSettings: async () => ({ ...noSettings, stripeKey: 'pk_test_sandbox' }) };
});

const show = (Form = StripeSecureForm) =>
  showInEnglish(<Form {...formProps} lang="zh-hant" waiting={<p>waiting</p>} />);
const ready = () => vi.waitFor(() => expect(screen.queryByText('waiting')).toBeNull(), 60_000);

beforeEach(() => {
  const card = { brand: 'visa', last4: '4242' };
  Object.assign(fake, {
    mounted: 0,
    destroyed: 0,
    loads: true,
    submit: {},
    created: { confirmationToken: { id: 'ctoken_1', payment_method_preview: { card } } },
    method: { paymentMethod: { id: 'pm_1', card } },
  });
});

describe('StripeSecureForm', () => {
  it('says when its fields are ready, in a region that was there before', async () => {
    show();
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    await ready();
    await waitFor(() => expect(region.textContent).toBe('The card fields are ready.'));
  });

  it('returns a token of the card and nothing else of it; its text is as large as the page’s', async () => {
    document.body.style.fontSize = '32px';
    show();
    expect(screen.getByText('waiting')).toBeDefined();
    await ready();
    expect(fake.options).toMatchObject({
      mode: 'payment',
      amount: 6000,
      currency: 'jpy',
      locale: 'zh-TW',
      allowedPaymentMethodTypes: ['card'],
      appearance: { variables: { fontSizeBase: '32px' } },
    });
    document.body.style.fontSize = '';
    expect(await takeTokenFrom('stripe_secure')).toEqual({ token: 'ctoken_1', brand: 'visa', last4: '4242' });
  });

  it('offers a retry if the fields cannot be loaded', async () => {
    fake.loads = false;
    show();
    const again = await screen.findByRole('button', { name: 'again' });
    await waitFor(() => expect(fake.destroyed).toBe(1));
    fake.loads = true;
    await userEvent.click(again);
    await ready();
    expect(fake.mounted).toBe(2);
    expect(await takeTokenFrom('stripe_secure')).toMatchObject({ token: 'ctoken_1' });
  });

  it('keeps the typed card when a coupon changes the amount', async () => {
    const { rerender } = show();
    await ready();
    rerender(englishForm(<StripeSecureForm {...formProps} amount={5500} lang="zh-hant" waiting={<p>waiting</p>} />));
    await waitFor(() => expect(fake.updated).toEqual({ amount: 5500 }));
    expect([fake.mounted, fake.destroyed]).toEqual([1, 0]);
  });
});

it('StripeForm returns a payment method, with elements created for that', async () => {
  show(StripeForm);
  await ready();
  expect(fake.options).toMatchObject({ amount: 6000, paymentMethodCreation: 'manual' });
  expect(await takeTokenFrom('stripe')).toEqual({ token: 'pm_1', brand: 'visa', last4: '4242' });
  await expect(takeTokenFrom('stripe_secure')).rejects.toMatchObject({ details: { code: 'token_unavailable' } });
});

it.each([
  ['stripe_secure', 'submit', 'validation_error', 'card_input'],
  ['stripe_secure', 'created', 'card_error', 'card_input'],
  ['stripe_secure', 'created', 'api_connection_error', 'token_unavailable'],
  ['stripe', 'submit', 'validation_error', 'card_input'],
  ['stripe', 'method', 'card_error', 'card_input'],
  ['stripe', 'method', 'api_error', 'token_unavailable'],
] as const)('the form of %s converts an error of %s of type %s to %s', async (method, where, type, code) => {
  Object.assign(fake, { [where]: { error: { type } } });
  show(method === 'stripe' ? StripeForm : StripeSecureForm);
  await expect(takeTokenFrom(method)).rejects.toMatchObject({ details: { code, unknown: false } });
});

it('the 3-D Secure challenge is shown by the provider, and its result is ignored', async () => {
  fake.handleNextAction.mockRejectedValueOnce(new Error('not in the requires_action state'));
  await expect(challengeWith('stripe_secure', 'pi_1_secret_2')).resolves.toBeUndefined();
  expect(fake.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
});
