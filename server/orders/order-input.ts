import type * as v from 'valibot';
import type { createOrder } from '#src/api/contract/orders.ts';

/** Request body of docs/product.md#order-creation, validated for its shape only. */
export type OrderInput = v.InferOutput<(typeof createOrder)['body']>;
