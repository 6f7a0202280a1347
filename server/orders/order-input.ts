import type * as v from 'valibot';
import { invalid, type Problem } from '#server/shared/problem.ts';
import type { createOrder } from '#src/api/contract/orders.ts';

/** Request body of docs/product.md#order-creation, validated for its shape only. */
export type OrderInput = v.InferOutput<(typeof createOrder)['body']>;

/** Names a set product that is out of stock. */
export const outOfStock = ({ set_products }: OrderInput, short: string): Problem =>
  invalid(`set_products/${set_products.findIndex(({ id }) => id === short)}/id`, 'Out of stock.', 'seat_reserve_error');
