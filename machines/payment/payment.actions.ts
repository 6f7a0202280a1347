import type { Order } from '#src/domain/order.ts';
import type { PaymentContext } from './payment.types.ts';

/** In: the order as it costs now. Out: it, and the method: `free` where nothing is to pay, and only there. */
export const repriced = (
  { method }: Pick<PaymentContext, 'method'>,
  order: Order | null,
): Pick<PaymentContext, 'order' | 'method'> => {
  if (order?.price === 0) return { order, method: 'free' };
  return { order, method: method === 'free' ? null : method };
};
