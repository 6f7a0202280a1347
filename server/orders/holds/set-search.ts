import { sql } from 'kysely';
import type * as v from 'valibot';
import { isProductOnSale, isSpanOnSale } from '#server/catalogue/on-sale.ts';
import type { Db } from '#server/db/open.ts';
import { isSlot, type Slot, setOf, spansWithProducts } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import { Problem } from '#server/shared/problem.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { searchSetProducts } from '#src/api/contract/products.ts';
import { type SetProduct, stockState } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { maxListed } from './availability.ts';
import { holdingStates } from './holds.ts';

type Search = v.InferOutput<(typeof searchSetProducts)['query']>;

const spanOf = async (db: Db, slot: Slot) => {
  const span = await spansWithProducts(db)
    .select('time_spans.product_uuid')
    .select(sql<boolean>`${isSpanOnSale} and ${isProductOnSale}`.as('open'))
    .where(isSlot(slot))
    .executeTakeFirst();
  if (!span) throw new Problem('product_change_date_error', { status: 404 });
  return span;
};

/** Set products of the client's own running order in the slot; they count as free for it. */
const ownSets = async (db: Db, { site, time_span_id }: Slot, token: string | undefined) => {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_sets', 'order_sets.order_id', 'orders.id')
    .select(['order_sets.set_uuid', 'order_sets.count'])
    .where('orders.id', '=', orderOpenedBy(token ?? ''))
    .where('orders.site', '=', site)
    .where('orders.time_span_id', '=', time_span_id)
    .where('orders.status', 'in', holdingStates)
    .execute();
  return new Map(rows.map(({ set_uuid, count }) => [set_uuid, count]));
};

/**
 * Set products offered with a slot, in their sequence and with their stock. Throws product_change_date_error (404) for a
 * slot that is not the site's.
 */
export const searchSets = async (db: Db, site: SiteCode, query: Search): Promise<SetProduct[]> => {
  const { main_product_time_span_id: id, product_uuid, lang, quantity = '0', order_token } = query;
  const slot = { site, time_span_id: id };
  const span = await spanOf(db, slot);
  if (product_uuid !== undefined && product_uuid !== span.product_uuid) return [];
  const own = await ownSets(db, slot, order_token);
  const rows = await db
    .selectFrom('set_offers')
    .innerJoin('set_products', (join) => join.on(setOf('set_offers')))
    .leftJoin('set_stocks', (join) => join.on(setOf('set_stocks')).on('set_stocks.time_span_id', '=', id))
    .select(['set_products.uuid', 'set_products.words', 'set_products.add_cost', 'set_products.max'])
    .select(sql<number>`least(set_stocks.capacity, set_products.stock)`.as('capacity'))
    .select(sql<number>`least(set_stocks.capacity, set_products.stock) - coalesce(held + sold, 0)`.as('free'))
    .where('set_offers.site', '=', site)
    .where('set_offers.product_uuid', '=', span.product_uuid)
    .where('set_products.withdrawn_at', 'is', null)
    .orderBy('set_products.position')
    .execute();
  return rows
    .map(({ uuid, words, add_cost, max, capacity, free }): SetProduct => {
      const remaining = span.open ? Math.min(Math.max(free + (own.get(uuid) ?? 0), 0), maxListed) : 0;
      const state = span.open ? stockState(remaining, capacity) : 'closed';
      return { uuid, ...pickTexts(words, lang), add_cost, max, remaining, state };
    })
    .filter(({ remaining, max }) => Math.min(remaining, max) >= Number(quantity));
};
