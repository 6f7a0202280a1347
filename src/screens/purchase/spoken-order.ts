import { useSelector } from '@xstate/react';
import type { Order } from '#src/domain/order.ts';
import { useShop } from '#src/screens/shop.ts';

/**
 * An order in the words of the page: the server told it in the language it was made in, the visitor may have chosen
 * another one since. What the catalogue does not know keeps the words it came with.
 */
export const useSpokenOrder = (): ((order: Order) => Order) => {
  const { app } = useShop();
  const products = useSelector(app, ({ children }) => children.catalogue?.getSnapshot().context.catalogue?.products);
  return (order) => {
    const main = order.main_product;
    const product = products?.find(({ uuid }) => uuid === main.product_uuid);
    if (!product) return order;
    const { product_name, description, naming_right, caution } = product;
    const nameOf = (id: string) => product.options.find((option) => option.id === id)?.name;
    const order_options = main.order_options.map((line) => ({ ...line, name: nameOf(line.id) ?? line.name }));
    return {
      ...order,
      main_product: { ...main, product_name, description, naming_right, caution, order_options },
    };
  };
};
