import * as v from 'valibot';
import { CompletionSchema } from './completion.ts';
import { CouponSchema } from './coupon.ts';
import { CustomerInfoSchema } from './customer.ts';
import type { FailureCode, FailureDetails } from './failures.ts';
import { LangSchema } from './lang.ts';
import { MethodSchema } from './payment.ts';
import { Count, Moment, SaleTypeSchema, Yen } from './product.ts';

/** Status of an order on the server (docs/product.md#order-states). */
export const OrderStatusSchema = v.picklist(['open', 'checking', 'paid', 'expired', 'cancelled', 'refunded']);
export type OrderStatus = v.InferOutput<typeof OrderStatusSchema>;

export const OrderOptionSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  /** Yen for one, including tax and the surcharge of the time. */
  add_cost: Yen,
  quantity: Count,
});

/** Something bought along with the tickets; `add_cost` is for one. */
export const OrderSetSchema = v.object({ id: v.string(), product_name: v.string(), quantity: Count, add_cost: Yen });
export type OrderSet = v.InferOutput<typeof OrderSetSchema>;

/** The texts of an order in one language; lists as the order has them. */
const OrderTextsSchema = v.object({
  product_name: v.string(),
  naming_right: v.string(),
  caution: v.string(),
  order_options: v.array(v.string()),
  set_products: v.array(v.string()),
  coupon: v.nullable(v.string()),
});

/** The temporary order as the server returns it (docs/product.md#order), with the additions of docs/product.md#order-states. */
export const OrderSchema = v.object({
  lang: LangSchema,
  /** Total in yen, tax included, after the coupon's discount. */
  price: Yen,
  status: OrderStatusSchema,
  /** Seconds until the hold ends; 0 when it has ended. */
  seconds_left: v.pipe(v.number(), v.minValue(0)),
  /** How often the hold can still be extended. */
  extensions_left: Count,
  /** Last admission of the visit, if the hold ends with it and so cannot be extended. Servers of earlier releases do not say. */
  last_admission: v.optional(v.nullable(Moment), null),
  customer_info: v.nullable(CustomerInfoSchema),
  /** The link that was mailed to the customer's address was opened. Servers of earlier releases do not say. */
  mail_confirmed: v.optional(v.boolean(), true),
  main_product: v.object({
    product_uuid: v.string(),
    time_span_id: v.string(),
    product_name: v.string(),
    description: v.string(),
    sale_type: SaleTypeSchema,
    quantity: Count,
    reservation_from: Moment,
    reservation_to: Moment,
    naming_right: v.string(),
    caution: v.string(),
    order_options: v.array(OrderOptionSchema),
  }),
  set_products: v.array(OrderSetSchema),
  coupon: v.nullable(CouponSchema),
  payment_method: v.nullable(MethodSchema),
  completion: v.nullable(CompletionSchema),
  /** The order's texts in the other languages: the page's language may change. Other servers may leave them out. */
  translations: v.optional(v.record(LangSchema, OrderTextsSchema)),
});
export type Order = v.InferOutput<typeof OrderSchema>;

/** An option line of a choice, as the order page stores it (docs/product.md#stored-choice). */
export const ChoiceLineSchema = v.object({ id: v.string(), name: v.string(), price: Yen, count: Count });
export type ChoiceLine = v.InferOutput<typeof ChoiceLineSchema>;

/** True if an order can still be paid, or taken again after its hold has ended. */
export const isLive = ({ status }: Order): boolean => status === 'open' || status === 'expired';

const endings: Partial<Record<OrderStatus, FailureCode>> = { refunded: 'payment_refunded', cancelled: 'order_closed' };

/** The failure by which an order that cannot be continued ends a purchase. */
export const endingOf = ({ status }: Order): FailureDetails => ({
  code: endings[status] ?? 'session_timeout',
  unknown: false,
});

/** A paid order for display, without personal data, payment method and coupon code. */
export const withoutPersonalData = (order: Order): Order => ({
  ...order,
  customer_info: null,
  payment_method: null,
  coupon: order.coupon && { ...order.coupon, coupon_code: '' },
});
