import type { Db } from '#server/db/open.ts';
import { wordsIn } from '#server/db/texts.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Order, OrderSet } from '#src/domain/order.ts';

/** In: an order's id. Out: what was chosen, in the order's language, lines in the product's order. */
export const bookedOf = async (db: Db | Tx, orderId: string): Promise<Order['main_product']> => {
  const row = await db
    .selectFrom('orders')
    .innerJoin('products', 'products.uuid', 'orders.product_uuid')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .select(['orders.lang', 'orders.quantity', 'orders.product_uuid', 'orders.time_span_id'])
    .select(['products.sale_type', 'products.words', 'time_spans.reservation_from', 'time_spans.reservation_to'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('product_options', 'product_options.id', 'order_lines.option_id')
    .select(['product_options.id', 'product_options.type', 'product_options.words'])
    .select(['order_lines.count', 'order_lines.price'])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .execute();
  return {
    product_uuid: row.product_uuid,
    time_span_id: row.time_span_id,
    ...wordsIn(row.words, row.lang),
    sale_type: row.sale_type,
    quantity: row.quantity,
    reservation_from: row.reservation_from.toISOString(),
    reservation_to: row.reservation_to.toISOString(),
    order_options: lines.map(({ id, type, words, count, price }) => ({
      id,
      name: wordsIn(words, row.lang).name,
      type,
      add_cost: price,
      quantity: count,
    })),
  };
};

/** In: an order's id and its language. Out: what was bought along with the tickets, in the shop's order. */
export const bookedSetsOf = async (db: Db | Tx, orderId: string, lang: Lang): Promise<OrderSet[]> => {
  const rows = await db
    .selectFrom('order_sets')
    .innerJoin('set_products', 'set_products.uuid', 'order_sets.set_uuid')
    .select(['set_products.uuid', 'set_products.words', 'order_sets.count', 'order_sets.price'])
    .where('order_sets.order_id', '=', orderId)
    .orderBy('set_products.position')
    .execute();
  return rows.map(({ uuid, words, count, price }) => {
    return { id: uuid, product_name: wordsIn(words, lang).product_name, quantity: count, add_cost: price };
  });
};

/** In: an order's id and its language. Out: its coupon and the yen it takes off, null when it has none. */
export const bookedCouponOf = async (db: Db | Tx, orderId: string, lang: Lang): Promise<Order['coupon']> => {
  const row = await db
    .selectFrom('coupon_uses')
    .innerJoin('coupons', 'coupons.id', 'coupon_uses.coupon_id')
    .select(['coupons.code', 'coupons.words', 'coupon_uses.discount'])
    .where('coupon_uses.order_id', '=', orderId)
    .executeTakeFirst();
  return row
    ? { coupon_code: row.code, coupon_name: wordsIn(row.words, lang).name, coupon_discount: row.discount }
    : null;
};
