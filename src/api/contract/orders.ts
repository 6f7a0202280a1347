import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { Count } from '#src/domain/product.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

const Id = v.pipe(Line, v.nonEmpty(), v.maxLength(128));

const OrderBody = v.object({
  lang: LangSchema,
  product_uuid: Id,
  time_span_id: Id,
  quantity: Count,
  option_values: v.pipe(v.array(v.object({ id: Id, count: Count })), v.maxLength(50)),
  /** All wanted set products: those of a replaced order are not carried over. */
  set_products: v.pipe(v.array(v.object({ id: Id, count: Count })), v.maxLength(20)),
  /** Token of the order that this one replaces: stock, customer and coupon move in one transaction (docs/product.md#replacing-an-order). */
  replaces: v.optional(Id),
});

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  body: OrderBody,
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
