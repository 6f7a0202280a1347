import type { Order } from '#src/domain/order.ts';
import type { PaymentContext } from './payment.types.ts';

/** The order with its current price. The method is `free` exactly if nothing is to be paid. */
export const repriced = (
  { method }: Pick<PaymentContext, 'method'>,
  order: Order | null,
): Pick<PaymentContext, 'order' | 'method'> => {
  if (order?.price === 0) return { order, method: 'free' };
  return { order, method: method === 'free' ? null : method };
};
