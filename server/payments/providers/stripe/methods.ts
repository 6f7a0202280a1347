import type Stripe from 'stripe';
import type { Adapter, Outcome } from '#server/payments/providers/adapter.ts';
import { createStripeAdapter } from './adapter.ts';
import type { StripeOptions } from './client.ts';
import { stripeReasonOf } from './reasons.ts';

const outcomeOf = (intent: Stripe.PaymentIntent): Outcome => {
  const providerId = intent.id;
  const failure = intent.last_payment_error;
  const declined = () =>
    ({ kind: 'declined', providerId, reason: stripeReasonOf(failure?.decline_code, failure?.code) }) as const;
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'paid', providerId, amount: intent.amount_received, currency: intent.currency };
    case 'requires_action':
      return { kind: 'requires_action', providerId, clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method':
      return declined();
    case 'canceled':
      /* Ended after a decline that nobody asked about before. */
      return failure ? declined() : { kind: 'cancelled', providerId };
    case 'requires_confirmation':
      return { kind: 'cancelled', providerId };
    default:
      return { kind: 'unknown', answered: true };
  }
};

/**
 * Cards without an identity check: a payment whose bank requires one is declined (docs/payments.md#stripe-payments, "legacy").
 */
export const createStripe = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }) => ({ payment_method: token ?? '', error_on_requires_action: true }),
    outcomeOf,
  });

/** Cards with the bank's identity check in the page (docs/payments.md#stripe-payments). */
export const createStripeSecure = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }, { returnUrl }) => ({ confirmation_token: token ?? '', return_url: returnUrl }),
    outcomeOf,
  });

/**
 * A pending intent redirects to Alipay's page, which shows why a payment was refused. The reasons for cards would be wrong, so a
 * refusal there counts as cancelled, and one before that page as `try_later` (`createAlipay`).
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
