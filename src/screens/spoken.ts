import { useSelector } from '@xstate/react';
import type { Order } from '#src/domain/order.ts';
import { useShop } from '#src/screens/shop.ts';

type Told = Pick<
  Order['main_product'],
  'product_uuid' | 'product_name' | 'description' | 'naming_right' | 'caution' | 'order_options'
>;

/**
 * Returns a function that translates what was bought to the page's language by the catalogue; products that it does not contain
 * keep the server's text.
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
