import * as v from 'valibot';
import { MethodSchema } from './payment.ts';
import { Count, Moment, SaleTypeSchema, Yen } from './product.ts';

/** A receipt with what a simplified qualified invoice must say (docs/payments.md#receipt-contents); the addressee is the page's alone. */
export const ReceiptSchema = v.object({
  number: v.string(),
  reservation_number: v.string(),
  /** When it was paid. */
  date: Moment,
  /** What the ticket is sold by; servers of an earlier version do not say. */
  sale_type: v.optional(SaleTypeSchema),
  /** When the visit is: a dated ticket is used up on its day. */
  reservation_from: Moment,
  reservation_to: Moment,
  product_name: v.string(),
  /** Yen, tax included; a coupon is a line of its own with a negative amount. */
  lines: v.array(
    v.object({
      kind: v.picklist(['option', 'set', 'coupon']),
      name: v.string(),
      quantity: Count,
      price: Yen,
      amount: Yen,
    }),
  ),
  /** One row for each rate, in percent: what was paid at it, and the tax inside, rounded once. */
  taxes: v.array(v.object({ rate: v.number(), amount: Yen, tax: Yen })),
  total: Yen,
  payment_method: MethodSchema,
  payment_method_name: v.string(),
  issuer: v.object({
    name: v.string(),
    /** T and 13 digits; '' where the operator has none. */
    invoice_number: v.string(),
    contact_mail: v.string(),
    contact_phone: v.string(),
  }),
});
export type Receipt = v.InferOutput<typeof ReceiptSchema>;
