import type { Order } from '#src/domain/order.ts';
import { useShop } from '#src/screens/shop.ts';
import { useTranslated } from '#src/screens/translated.ts';

/**
 * Returns a function that translates an order to the page's language, which may have changed since the order was made. For an
 * order without translations the catalogue has those of its product.
 */
export const useTranslatedOrder = (): ((order: Order) => Order) => {
  const { lang } = useShop();
  const translated = useTranslated();
  return (order) => {
    const { main_product: main, set_products: sets, coupon } = order;
    const words = order.translations?.[lang];
    if (!words) return { ...order, main_product: translated(main) };
    const { product_name, naming_right, caution } = words;
    const order_options = main.order_options.map((line, index) => ({
      ...line,
      name: words.order_options[index] ?? line.name,
    }));
    return {
      ...order,
      main_product: { ...main, product_name, naming_right, caution, order_options },
      set_products: sets.map((set, index) => ({ ...set, product_name: words.set_products[index] ?? set.product_name })),
      coupon: coupon && { ...coupon, coupon_name: words.coupon ?? coupon.coupon_name },
    };
  };
};
