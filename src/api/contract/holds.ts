import * as v from 'valibot';
import { OrderSchema } from '#src/domain/order.ts';
import { endpoint } from './define.ts';

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
