import { useSelector } from '@xstate/react';
import type { Order } from '#src/domain/order.ts';
import { useShop } from '#src/screens/shop.ts';

type Told = Pick<
  Order['main_product'],
  'product_uuid' | 'product_name' | 'description' | 'naming_right' | 'caution' | 'order_options'
>;

/**
 * What was bought in the words of the page: the server told it in another language perhaps. What the catalogue does not
 * know keeps the words it came with.
 */
export const useSpoken = (): (<T extends Told>(told: T) => T) => {
  const { app } = useShop();
  const products = useSelector(app, ({ children }) => children.catalogue?.getSnapshot().context.catalogue?.products);
  return (told) => {
    const product = products?.find(({ uuid }) => uuid === told.product_uuid);
    if (!product) return told;
    const { product_name, description, naming_right, caution } = product;
    const nameOf = (id: string) => product.options.find((option) => option.id === id)?.name;
    const order_options = told.order_options.map((line) => ({ ...line, name: nameOf(line.id) ?? line.name }));
    return { ...told, product_name, description, naming_right, caution, order_options };
  };
};
