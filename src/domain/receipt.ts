import * as v from 'valibot';
import { MethodSchema } from './payment.ts';
import { Count, Moment, SaleTypeSchema, Yen } from './product.ts';

/** A receipt, a simplified qualified invoice (docs/payments.md#receipt-contents); the recipient's name is in the page only. */
export const ReceiptSchema = v.object({
  number: v.string(),
  reservation_number: v.string(),
  /** When the order was paid. */
  date: Moment,
  /** How the ticket is sold; missing in replies of earlier servers. */
  sale_type: v.optional(SaleTypeSchema),
  /** When the visit is: a dated ticket expires on its day. */
  reservation_from: Moment,
  reservation_to: Moment,
  product_name: v.string(),
  /** Yen, tax included; a coupon is a separate line with a negative amount. */
  lines: v.array(
    v.object({
      kind: v.picklist(['option', 'set', 'coupon']),
      name: v.string(),
      quantity: Count,
      price: Yen,
      amount: Yen,
    }),
  ),
  /** Paid changes of date, beside the lines; missing in replies of earlier servers. */
  changes: v.optional(
    v.array(v.object({ date: Moment, amount: Yen, payment_method: MethodSchema, payment_method_name: v.string() })),
    [],
  ),
  /** A row for each tax rate, in percent: the amount taxed at it, and the tax contained, rounded once. */
  taxes: v.array(v.object({ rate: v.number(), amount: Yen, tax: Yen })),
  total: Yen,
  /** Refunds of the total, each with the tax contained (適格返還請求書); missing in replies of earlier servers. */
  refunds: v.optional(v.array(v.object({ date: Moment, amount: Yen, rate: v.number(), tax: Yen })), []),
  payment_method: MethodSchema,
  payment_method_name: v.string(),
  issuer: v.object({
    name: v.string(),
    /** T and 13 digits; '' if the operator has none. */
    invoice_number: v.string(),
    contact_mail: v.string(),
    contact_phone: v.string(),
  }),
});
export type Receipt = v.InferOutput<typeof ReceiptSchema>;

/** The number of the receipt for a ticket's order. */
export const receiptNumberOf = (reservationNumber: string): string => `R-${reservationNumber}`;

const legalForms =
  /株式会社|有限会社|合同会社|合資会社|合名会社|法人|組合|協会|財団|機構|銀行|大学|学校|学園|学院|病院|委員会|事務所|事務局|[（(][株有社財学医同名資][）)]|㈱|㈲|주식회사|유한회사|법인|협회|재단|대학교|[（(][주유사재][）)]|㈜|\b(?:inc|ltd|llc|corp|co|gmbh|plc|university|museum)\b/iu;

/** Whom a receipt is made out to: an organisation is addressed as 御中 (Korean 귀중), a person as 様 (귀하). */
export const addresseeKind = (name: string): 'company' | 'person' => (legalForms.test(name) ? 'company' : 'person');

/** The name without the form of address that the visitor typed: the sheet adds it. */
export const addresseeOf = (typed: string): string =>
  typed
    .trim()
    .replace(/(?:様|御中|さま|귀하|귀중|님)$/u, '')
    .trimEnd();
