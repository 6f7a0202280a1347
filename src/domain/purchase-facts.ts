import * as v from 'valibot';
import { PaymentTokenSchema } from './checkout.ts';
import { CompletionSchema } from './completion.ts';
import { CustomerInfoSchema } from './customer.ts';
import { FailureDetailsSchema } from './failures.ts';
import { OrderSchema } from './order.ts';
import { MethodSchema } from './payment.ts';

/** Changes that the visitor must see after an order was placed or read again. */
export const ChangeSchema = v.picklist(['visit', 'total', 'coupon']);

/** The client's data of one purchase. */
export const PurchaseFactsSchema = v.object({
  token: v.nullable(v.string()),
  order: v.nullable(OrderSchema),
  /** When the hold ends, ms since 1970 by this device's clock. */
  expiresAt: v.number(),
  customer: v.nullable(CustomerInfoSchema),
  /** Where the confirmation mail was sent, on sites that require one. */
  sentTo: v.nullable(v.string()),
  mailToken: v.nullable(v.string()),
  /** The address that was confirmed by a mail's link. */
  confirmed: v.nullable(v.string()),
  method: v.nullable(MethodSchema),
  payment: v.nullable(PaymentTokenSchema),
  /** A coupon is being changed: the total is unknown until the reply. */
  isRepricing: v.boolean(),
  /** Reference of a provider's return, until checkout has queried it. */
  r: v.nullable(v.string()),
  completion: v.nullable(CompletionSchema),
  /** A change variant (`?ref=c`): the step leads straight back to confirm. */
  changing: v.boolean(),
  /** Changes of the order to show before it is paid. */
  changed: v.array(ChangeSchema),
  /** Last error, shown at the top of the step. */
  failure: v.nullable(FailureDetailsSchema),
});
