import { useMemo } from 'react';
import type { Order } from '#src/domain/order.ts';
import type { LineItem } from '#src/payments/stripe-express.ts';
import { useTranslatedOrder } from '#src/screens/purchase/translated-order.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** The lines of an order, for a wallet's sheet, in the page's language. They add up to the total, or are one line. */
export const useLineItems = (order: Order): LineItem[] => {
  const { t } = useTexts();
  const translated = useTranslatedOrder();
  const { main_product: main, set_products, coupon } = translated(order);
  const line = (name: string, count: number, one: number): LineItem => ({
    name: t('common_times', { name, count }),
    amount: count * one,
  });
  const lines = [
    ...main.order_options.map(({ name, quantity, add_cost }) => line(name, quantity, add_cost)),
    ...set_products.map(({ product_name, quantity, add_cost }) => line(product_name, quantity, add_cost)),
    ...(coupon ? [{ name: coupon.coupon_name, amount: -coupon.coupon_discount }] : []),
  ].filter(({ amount }) => amount !== 0);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const items = total === order.price ? lines : [{ name: main.product_name, amount: order.price }];
  /* A new list would open the wallets' buttons again. */
  const content = JSON.stringify(items);
  return useMemo<LineItem[]>(() => JSON.parse(content), [content]);
};
