import * as v from 'valibot';
import { CustomerInfoSchema } from '#src/domain/customer.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

export const putOrder = endpoint({
  method: 'PUT',
  path: '/orders/{token}',
  query: None,
  body: CustomerInfoSchema,
  reply: OrderSchema,
  write: true,
});

/** Customer data that must be confirmed by mail before payment. */
export const createOrderMail = endpoint({
  method: 'POST',
  path: '/ordermails/{token}',
  query: None,
  body: CustomerInfoSchema,
  reply: v.object({ sent_to: v.string() }),
  write: true,
});
