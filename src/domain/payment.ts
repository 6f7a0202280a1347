import * as v from 'valibot';
import { CompletionSchema } from './completion.ts';

/** Payment method identifiers (docs/product.md#payment-methods). */
export const methods = [
  'gmo',
  'gmo_paypay',
  'alipay',
  'stripe',
  'stripe_secure',
  'softbank_credit',
  'softbank_alipay',
  'softbank_paypay',
  'free',
] as const;
export type Method = (typeof methods)[number];
export const MethodSchema = v.picklist(methods);

export const PaymentMethodSchema = v.object({
  id: MethodSchema,
  name: v.string(),
  note: v.string(),
  /** Lowest total in yen that the provider accepts. */
  min_amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethodSchema>;

/** Longest device fingerprint that is sent; a longer one is left out. */
export const fingerprintLength = 10_000;

/** What the payment step passes to checkout; never a card number, expiry, holder or code (docs/payments.md#card-data). */
export const PaymentTokenSchema = v.object({
  /** The provider's token; '' for methods without one. */
  token: v.pipe(v.string(), v.maxLength(500)),
  brand: v.pipe(v.string(), v.maxLength(40)),
  last4: v.pipe(v.string(), v.regex(/^\d{0,4}$/)),
  /** Value of the site's device-fingerprint script; missing if it returned none. */
  fingerprint: v.optional(v.pipe(v.string(), v.maxLength(fingerprintLength))),
});
export type PaymentToken = v.InferOutput<typeof PaymentTokenSchema>;

/** Why a provider declined a payment, in five categories that a visitor can act on (docs/payments.md#decline-reasons). */
export const declineReasons = ['wrong_input', 'funds_or_limit', 'refused', 'authentication', 'try_later'] as const;
export const DeclineReasonSchema = v.picklist(declineReasons);
export type DeclineReason = v.InferOutput<typeof DeclineReasonSchema>;

/** Reply of checkout and of confirmcheckout; a refusal is a problem document instead. */
export const CheckoutReplySchema = v.variant('status', [
  v.object({ status: v.literal('paid'), completion: CompletionSchema }),
  v.object({ status: v.literal('requires_action'), payment_intent_id: v.string(), client_secret: v.string() }),
  v.object({
    status: v.literal('redirect'),
    url: v.pipe(v.string(), v.url()),
    method: v.picklist(['GET', 'POST']),
    fields: v.record(v.string(), v.string()),
  }),
  v.object({ status: v.literal('checking'), retry_after: v.pipe(v.number(), v.minValue(0)) }),
]);
export type CheckoutReply = v.InferOutput<typeof CheckoutReplySchema>;
