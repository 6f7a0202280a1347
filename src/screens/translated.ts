import type { Order } from '#src/domain/order.ts';
import { useLoadedCatalogue, useShop } from '#src/screens/shop.ts';

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

/**
 * Returns a function that translates an order to the page's language, which may have changed since the order was made. For an
 * order without translations the catalogue has those of its product.
 */
export const useTranslatedOrder = (): ((order: Order) => Order) => {
  const { lang } = useShop();
  const translated = useTranslated();
  return (order) => {
    const { main_product: main, set_products: sets, coupon } = order;
    const translation = order.translations?.[lang];
    if (!translation) return { ...order, main_product: translated(main) };
    const { product_name, naming_right, caution } = translation;
    const order_options = main.order_options.map((line, index) => ({
      ...line,
      name: translation.order_options[index] ?? line.name,
    }));
    return {
      ...order,
      main_product: { ...main, product_name, naming_right, caution, order_options },
      set_products: sets.map((set, index) => ({
        ...set,
        product_name: translation.set_products[index] ?? set.product_name,
      })),
      coupon: coupon && { ...coupon, coupon_name: translation.coupon ?? coupon.coupon_name },
    };
  };
};
