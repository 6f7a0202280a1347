import { sql } from 'kysely';
import { readProducts } from '#server/catalogue/read.ts';
import type { Db } from '#server/db/open.ts';
import { search } from '#server/orders/holds/availability.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Handlers } from './handlers.ts';

/** The call for signage at the venue, by the database's clock. */
export const signageHandlers = ({ db }: { db: Db }) =>
  ({
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
