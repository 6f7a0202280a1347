import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '#server/db/open.ts';
import { couponOfUse, optionOf, setOf } from '#server/db/scoped.ts';
import { type CouponTexts, type OptionTexts, type ProductTexts, pickTexts, type SetTexts } from '#server/db/tables.ts';
import type { Database } from '#server/db/types.ts';
import type { CouponRule } from '#src/domain/coupon.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { Order } from '#src/domain/order.ts';

/**
 * Contents of an order: its lines in the product's sequence, set products in the shop's, and its coupon with the discount in yen.
 */
type OrderContents = Pick<Order, 'set_products' | 'coupon'> & Pick<Order['main_product'], 'order_options'>;

/** Subqueries for the contents of each order, so that one statement reads everything. */
export const selectContents = (orders: ExpressionBuilder<Database, 'orders'>) => [
  jsonArrayFrom(
    orders
      .selectFrom('order_lines')
      .innerJoin('product_options', (join) => join.on(optionOf('order_lines')))
      .select(['order_lines.option_id', 'product_options.type', 'product_options.words'])
      .select(['order_lines.count', 'order_lines.price'])
      .whereRef('order_lines.order_id', '=', 'orders.id')
      .orderBy('order_lines.position'),
  ).as('lines'),
  jsonArrayFrom(
    orders
      .selectFrom('order_sets')
      .innerJoin('set_products', (join) => join.on(setOf('order_sets')))
      .select(['order_sets.set_uuid', 'set_products.words', 'order_sets.price', 'order_sets.count as left'])
      .select(({ fn }) => fn.coalesce('order_sets.bought', 'order_sets.count').as('count'))
      .whereRef('order_sets.order_id', '=', 'orders.id')
      .orderBy('set_products.position'),
  ).as('sets'),
  jsonObjectFrom(
    orders
      .selectFrom('coupon_uses')
      .innerJoin('coupons', (join) => join.on(couponOfUse))
      .select(['coupons.code', 'coupons.words', 'coupon_uses.discount', 'coupons.kind', 'coupons.amount'])
      .select((coupons) =>
        jsonArrayFrom(
          coupons
            .selectFrom('coupon_scopes')
            .select(['coupon_scopes.product_uuid', 'coupon_scopes.option_id'])
            .whereRef('coupon_scopes.site', '=', 'coupons.site')
            .whereRef('coupon_scopes.coupon_id', '=', 'coupons.id'),
        ).as('scopes'),
      )
      .whereRef('coupon_uses.order_id', '=', 'orders.id'),
  ).as('coupon'),
];

/** Prices and discount in yen. */
export type ContentRows = {
  lines: { option_id: string; type: string; words: OptionTexts; count: number; price: number }[];
  /** `count`: as bought; `left`: of them, those that were not paid back. */
  sets: { set_uuid: string; words: SetTexts; count: number; left: number; price: number }[];
  coupon: ({ code: string; words: CouponTexts; discount: number } & CouponRule) | null;
};

export const toContents = ({ lines, sets, coupon }: ContentRows, lang: Lang): OrderContents => ({
  order_options: lines.map(({ option_id, type, words, count, price }) => ({
    id: option_id,
    name: pickTexts(words, lang).name,
    type,
    add_cost: price,
    quantity: count,
  })),
  set_products: sets.map(({ set_uuid, words, count, price }) => ({
    id: set_uuid,
    product_name: pickTexts(words, lang).product_name,
    quantity: count,
    add_cost: price,
  })),
  coupon: coupon && {
    coupon_code: coupon.code,
    coupon_name: pickTexts(coupon.words, lang).name,
    coupon_discount: coupon.discount,
    rule: { kind: coupon.kind, amount: coupon.amount, scopes: coupon.scopes },
  },
});

/** The words of an order in the other languages than its own; `words`: those of its product. */
export const translationsOf = ({ lang: own, words, ...rows }: ContentRows & { lang: Lang; words: ProductTexts }) =>
  Object.fromEntries(
    langs
      .filter((lang) => lang !== own)
      .map((lang) => {
        const { product_name, naming_right, caution } = pickTexts(words, lang);
        const { order_options, set_products, coupon } = toContents(rows, lang);
        const contents = {
          order_options: order_options.map(({ name }) => name),
          set_products: set_products.map((set) => set.product_name),
          coupon: coupon?.coupon_name ?? null,
        };
        return [lang, { product_name, naming_right, caution, ...contents }];
      }),
  ) satisfies Order['translations'];

/** Contents of an order by its id, as bought. */
export const readContentRows = (db: Db | Tx, orderId: string): Promise<ContentRows> =>
  db.selectFrom('orders').select(selectContents).where('id', '=', orderId).executeTakeFirstOrThrow();

/** The same for visitors, in one language. */
export const readContents = async (db: Db | Tx, orderId: string, lang: Lang): Promise<OrderContents> =>
  toContents(await readContentRows(db, orderId), lang);

/** Set products of an order that were not paid back, in one language. */
export const readSetsLeft = async (
  db: Db | Tx,
  orderId: string,
  lang: Lang,
): Promise<OrderContents['set_products']> => {
  const rows = await readContentRows(db, orderId);
  const sets = rows.sets.filter(({ left }) => left > 0).map((set) => ({ ...set, count: set.left }));
  return toContents({ ...rows, sets }, lang).set_products;
};
