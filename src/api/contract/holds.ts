import * as v from 'valibot';
import { OrderSchema } from '#src/domain/order.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/orders/{token}',
  query: None,
  body: None,
  reply: v.object({ cancelled: v.boolean() }),
  ignored: [400],
  write: true,
});

/** Extends a running hold, or takes an ended one again when its seats are still free (docs/product.md#holds). */
export const extendOrder = endpoint({
  method: 'POST',
  path: '/orders/{token}/extend',
  query: None,
  body: None,
  reply: OrderSchema,
  write: true,
});
