import type { Order } from '#src/domain/order.ts';
import { useSpoken } from '#src/screens/spoken.ts';

/** Returns a function that translates an order to the page's language, which may have changed since the order was made. */
export const useSpokenOrder = (): ((order: Order) => Order) => {
  const spoken = useSpoken();
  return (order) => ({ ...order, main_product: spoken(order.main_product) });
};
