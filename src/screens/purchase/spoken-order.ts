import type { Order } from '#src/domain/order.ts';
import { useSpoken } from '#src/screens/spoken.ts';

/** An order in the words of the page: the visitor may have chosen another language since it was made. */
export const useSpokenOrder = (): ((order: Order) => Order) => {
  const spoken = useSpoken();
  return (order) => ({ ...order, main_product: spoken(order.main_product) });
};
