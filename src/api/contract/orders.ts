import * as v from 'valibot';
import { maxCodeLength } from '#src/domain/coupon.ts';
import { customerFields, maxLengths } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { Count } from '#src/domain/product.ts';
import { QueuePlaceSchema } from '#src/domain/queue.ts';
import { Line, lineOf } from '#src/domain/text.ts';
import { endpoint } from '../endpoint.ts';

const Id = v.pipe(Line, v.nonEmpty(), v.maxLength(128));

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  body: v.object({
    lang: LangSchema,
    product_uuid: Id,
    time_span_id: Id,
    quantity: Count,
    option_values: v.pipe(v.array(v.object({ id: Id, count: Count })), v.maxLength(50)),
    /** All wanted set products: those of a replaced order are not carried over. */
    set_products: v.pipe(v.array(v.object({ id: Id, count: Count })), v.maxLength(20)),
    /** Token of the order that this one replaces: stock, customer and coupon move in one transaction (docs/product.md#replacing-an-order). */
    replaces: v.optional(Id),
  }),
  /** `dropped`: parts of the replaced order that were not carried over: 'coupon', if it no longer applies. */
  reply: v.object({ order_token: v.string(), order: OrderSchema, dropped: v.array(v.string()) }),
  header: 'x-recaptcha-token',
  browser: true,
});

export const getOrder = endpoint({
  path: '/orders/{token}',
  reply: OrderSchema,
  browser: true,
});

/** The token of an order for that of its confirmation mail’s link. */
export const getOrderMail = endpoint({
  path: '/ordermails/{token}',
  reply: v.object({ order_token: v.string() }),
});

/** The order behind that link, without anything about a person; reading it changes nothing. */
export const getMailedOrder = endpoint({
  path: '/ordermails/{token}/order',
  reply: OrderSchema,
  silent: true,
});

/** Which fields a site has, and what they must hold, its templates say. */
const CustomerBody = v.object({
  ...v.entriesFromList(customerFields, lineOf(maxLengths.other)),
  fullname: lineOf(maxLengths.fullname),
  email: lineOf(maxLengths.email),
});

export const putOrder = endpoint({
  method: 'PUT',
  path: '/orders/{token}',
  body: CustomerBody,
  reply: OrderSchema,
});

/** Customer data that must be confirmed by mail before payment. */
export const createOrderMail = endpoint({
  method: 'POST',
  path: '/ordermails/{token}',
  /** `lang`: of the mail, by default the order's. */
  body: v.object({ ...CustomerBody.entries, lang: v.optional(LangSchema) }),
  reply: v.object({ sent_to: v.string() }),
});

const coupon = {
  path: '/ordercoupons/{token}',
  body: v.object({ coupon: v.pipe(lineOf(maxCodeLength), v.trim(), v.nonEmpty()) }),
  reply: OrderSchema,
} as const;

export const createOrderCoupon = endpoint({ method: 'POST', ...coupon });

export const deleteOrderCoupon = endpoint({ method: 'DELETE', ...coupon });

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/orders/{token}',
  reply: v.object({ cancelled: v.boolean() }),
  ignored: [400],
});

/** Extends a running hold, or takes an ended one again when its seats are still free (docs/product.md#holds). */
export const extendOrder = endpoint({
  method: 'POST',
  path: '/orders/{token}/extend',
  reply: OrderSchema,
});

/** Polled by the page of a place in the waiting room, which shows a failure in place. A refused order takes the place. */
export const getQueuePlace = endpoint({
  path: '/queue',
  query: v.object({ product_uuid: Id }),
  reply: QueuePlaceSchema,
  silent: true,
  browser: true,
});
