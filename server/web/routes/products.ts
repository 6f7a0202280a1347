import { sql } from 'kysely';
import { readProducts } from '#server/catalogue/read.ts';
import type { Db } from '#server/db/open.ts';
import { search, stockOf } from '#server/orders/holds/availability.ts';
import { searchDays } from '#server/orders/holds/days.ts';
import { searchSets } from '#server/orders/holds/set-search.ts';
import { judgeSlots } from '#server/tickets/movable.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Handlers } from './handlers.ts';

/** Calls for availability, and for signage at the venue. Both use the database's clock. */
export const productHandlers = ({ db }: { db: Db }) =>
  ({
    searchProducts: async ({ site, query }) => {
      const { product_uuid, reservation_token: token } = query;
      if (product_uuid === undefined) return { ...(await searchDays(db, site, query)), time_spans: [] };
      return search(db, site, { ...query, product_uuid }, token ? judgeSlots(db, site, token) : undefined);
    },
    searchSetProducts: ({ site, query }) => searchSets(db, site, query),
    getOrderableStocks: ({ site, query }) => stockOf(db, site, query.product_time_span_id, query.order_token),
    getToday: async ({ site, query }) => {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const as_of = (rows[0]?.now ?? new Date()).toISOString();
      const day = venueDay(as_of);
      const products = await readProducts(db, site, query.lang);
      return {
        as_of,
        products: await Promise.all(
          products.map(async ({ uuid, product_name, sale_type }) => {
            const { time_spans } = await search(db, site, { product_uuid: uuid, from: day, to: day });
            return { uuid, product_name, sale_type, time_spans };
          }),
        ),
      };
    },
  }) satisfies Partial<Handlers>;
