import * as v from 'valibot';
import { CompletionSchema } from './completion.ts';
import { ExpressWalletSchema } from './payment.ts';
import { Moment } from './product.ts';
import { Line } from './text.ts';

/** Longest device fingerprint that is sent; a longer one is left out. */
export const fingerprintLength = 10_000;

/** The payment step passes this to checkout; never a card number, expiry, holder or code (docs/payments.md#card-data). */
export const PaymentTokenSchema = v.object({
  /** The provider's token; '' for methods without one. */
  token: v.pipe(Line, v.maxLength(500)),
  brand: v.pipe(Line, v.maxLength(40)),
  last4: v.pipe(v.string(), v.regex(/^\d{0,4}$/)),
  /** The express wallet in whose sheet the visitor agreed to pay; missing for a card that was typed. */
  wallet: v.optional(ExpressWalletSchema),
  /** Value of the site's device-fingerprint script; missing if it returned none. */
  fingerprint: v.optional(v.pipe(Line, v.maxLength(fingerprintLength))),
});
export type PaymentToken = v.InferOutput<typeof PaymentTokenSchema>;

/** The payment data of a method that needs none. */
export const noToken: PaymentToken = { token: '', brand: '', last4: '' };

export const VisitPeriodSchema = v.object({ reservation_from: Moment, reservation_to: Moment });
export type VisitPeriod = v.InferOutput<typeof VisitPeriodSchema>;

/** The visit of an order, a timespan or a ticket. */
export const visitOf = ({ reservation_from, reservation_to }: VisitPeriod): VisitPeriod => ({
  reservation_from,
  reservation_to,
});

/** Where the browser is sent: to a page of the provider's. */
export const RedirectSchema = v.object({
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)),
  method: v.picklist(['GET', 'POST']),
  fields: v.record(v.string(), v.string()),
});

/** Reply of checkout and of confirmcheckout; a refusal is a problem document instead. */
export const CheckoutReplySchema = v.variant('status', [
  v.object({ status: v.literal('paid'), completion: CompletionSchema }),
  v.object({ status: v.literal('requires_action'), payment_intent_id: v.string(), client_secret: v.string() }),
  v.object({ status: v.literal('redirect'), ...RedirectSchema.entries }),
  v.object({ status: v.literal('checking'), retry_after: v.pipe(v.number(), v.minValue(0)) }),
]);
export type CheckoutReply = v.InferOutput<typeof CheckoutReplySchema>;
