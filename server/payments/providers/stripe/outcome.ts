import type Stripe from 'stripe';
import { declineReasonOf, type Outcome } from '#server/payments/providers/adapter.ts';

export const outcomeOf = (intent: Stripe.PaymentIntent): Outcome => {
  const providerId = intent.id;
  const failure = intent.last_payment_error;
  const declined = () =>
    ({ kind: 'declined', providerId, reason: declineReasonOf(failure?.decline_code, failure?.code) }) as const;
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
