import type Stripe from 'stripe';
import type { Adapter, Outcome } from '#server/payments/providers/adapter.ts';
import type { StripeOptions } from './accounts.ts';
import { createStripeAdapter } from './adapter.ts';
import { outcomeOf } from './outcome.ts';

/**
 * Cards without an identity check: a payment whose bank requires one is declined (docs/payments.md#stripe-payments, "legacy").
 */
export const createStripe = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }) => ({ payment_method: token ?? '', error_on_requires_action: true }),
  });

/** Cards with the bank's identity check in the page (docs/payments.md#stripe-payments). */
export const createStripeSecure = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }, { returnUrl }) => ({ confirmation_token: token ?? '', return_url: returnUrl }),
  });

/**
 * A pending intent redirects to Alipay's page. That page shows why a payment was refused; the reasons for cards would be wrong
 * here, so a refusal counts as cancelled.
 */
const readAlipay = (intent: Stripe.PaymentIntent): Outcome => {
  const outcome = outcomeOf(intent);
  const providerId = intent.id;
  if (outcome.kind === 'declined') return { kind: 'cancelled', providerId };
  if (outcome.kind !== 'requires_action') return outcome;
  const { alipay_handle_redirect: alipay, redirect_to_url: other } = intent.next_action ?? {};
  const url = alipay?.url ?? other?.url;
  if (!url) return { kind: 'unknown', answered: true };
  return { kind: 'redirect', providerId, redirect: { url, method: 'GET', fields: {} } };
};

/** Alipay by Stripe: confirmed by the server, paid on Alipay's page (docs/payments.md#stripe-payments). */
export const createAlipay = (options: StripeOptions): Adapter => {
  const adapter = createStripeAdapter(options, {
    type: 'alipay',
    confirmation: (_, { returnUrl }) => ({ payment_method_data: { type: 'alipay' }, return_url: returnUrl }),
    outcomeOf: readAlipay,
  });
  return {
    ...adapter,
    start: async (attempt, facts) => {
      const outcome = await adapter.start(attempt, facts);
      return outcome.kind === 'declined' ? { ...outcome, reason: 'try_later' } : outcome;
    },
  };
};
