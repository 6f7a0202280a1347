import type { Db } from '#server/db/open.ts';
import { search, stockOf } from '#server/orders/holds/availability.ts';
import { searchSets } from '#server/orders/holds/set-search.ts';
import { judgeSlots } from '#server/tickets/movable.ts';
import type { Handlers } from './handlers.ts';

/** Calls for availability. */
export const productHandlers = ({ db }: { db: Db }) =>
  ({
    searchProducts: ({ site, query }) =>
      search(db, site, query, query.reservation_token ? judgeSlots(db, site, query.reservation_token) : undefined),
    searchSetProducts: ({ site, query }) => searchSets(db, site, query),
    getOrderableStocks: ({ site, query }) => stockOf(db, site, query.product_time_span_id, query.order_token),
  }) satisfies Partial<Handlers>;
