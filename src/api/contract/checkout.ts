import * as v from 'valibot';
import { CheckoutReplySchema, PaymentTokenSchema, VisitPeriodSchema } from '#src/domain/checkout.ts';
import { CompletionSchema } from '#src/domain/completion.ts';
import { DeclineReasonSchema } from '#src/domain/decline-reason.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from '../endpoint.ts';

/** Calls that pay; a provider may take minutes. */
const paying = {
  method: 'POST',
  reply: CheckoutReplySchema,
  timeout: 240_000,
  browser: 'paying',
} as const;

export const checkout = endpoint({
  ...paying,
  path: '/orders/checkout/{token}',
  body: v.object({
    payment_method: MethodSchema,
    payment: PaymentTokenSchema,
    lang: LangSchema,
    /** Total the visitor agreed to, in yen: another total is refused, never charged. */
    price: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** Visit the visitor agreed to: refused if the venue has moved it. Pages of earlier releases do not send it. */
    visit: v.optional(VisitPeriodSchema),
  }),
});

export const confirmCheckout = endpoint({
  ...paying,
  path: '/orders/confirmcheckout',
  body: v.object({ payment_intent_id: v.pipe(Line, v.nonEmpty(), v.maxLength(255)) }),
});

/**
 * Outcome of a payment attempt by its return reference. The first browser that queries it gets the whole outcome, any number of
 * times within 30 minutes; others get the state, the completion without a ticket, an empty `order_token` and no `reason`
 * (docs/architecture.md#return-references).
 */
export const getReturn = endpoint({
  path: '/returns/{r}',
  reply: v.variant('status', [
    v.object({ status: v.literal('paid'), order_token: v.string(), completion: CompletionSchema }),
    v.object({ status: v.literal('declined'), order_token: v.string(), reason: v.optional(DeclineReasonSchema) }),
    v.object({ status: v.literal('checking'), order_token: v.string(), retry_after: v.number() }),
    v.object({ status: v.literal('open'), order_token: v.string() }),
  ]),
  browser: 'paying',
});
