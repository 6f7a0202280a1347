import type Stripe from 'stripe';
import type { Adapter, Outcome } from '#server/payments/providers/adapter.ts';
import type { StripeOptions } from './accounts.ts';
import { createStripeAdapter } from './adapter.ts';
import { outcomeOf } from './outcome.ts';

/**
 * A pending intent redirects to Alipay's page. That page shows why a payment was refused; the reasons for cards would be wrong
 * here, so a refusal counts as cancelled.
 */
const read = (intent: Stripe.PaymentIntent): Outcome => {
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
    outcomeOf: read,
  });
  return {
    ...adapter,
    start: async (attempt, facts) => {
      const outcome = await adapter.start(attempt, facts);
      return outcome.kind === 'declined' ? { ...outcome, reason: 'try_later' } : outcome;
    },
  };
};
