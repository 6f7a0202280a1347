import type { Order } from '#src/domain/order.ts';
import { useLoadedCatalogue } from '#src/screens/shop.ts';

type Translatable = Pick<
  Order['main_product'],
  'product_uuid' | 'product_name' | 'description' | 'naming_right' | 'caution' | 'order_options'
>;

/** Returns a function that translates what was bought by the catalogue; products without an entry keep the server's text. */
export const useTranslated = (): (<T extends Translatable>(item: T) => T) => {
  const products = useLoadedCatalogue()?.products;
  return (item) => {
    const product = products?.find(({ uuid }) => uuid === item.product_uuid);
    if (!product) return item;
    const { product_name, description, naming_right, caution } = product;
    const nameOf = (id: string) => product.options.find((option) => option.id === id)?.name;
    const order_options = item.order_options.map((line) => ({ ...line, name: nameOf(line.id) ?? line.name }));
    return { ...item, product_name, description, naming_right, caution, order_options };
  };
};
