import { type Kysely, sql } from 'kysely';
import { placeOrder } from './functions/place-order.ts';

/**
 * As `take_sets_1`. The first hold in a slot copies the stock of the catalogue: an import of another stock waits until that row is
 * visible to it, and a hold that comes during the import copies the new stock. Locks are sorted as in an import. Where an import found
 * more taken than there are now, what was given back since is not taken again.
 */
const takeSets = `create function take_sets_2(p_site text, p_span text, p_sets jsonb) returns text
  language plpgsql as $$ begin
    perform 1 from set_products
      where site = p_site and uuid in (select set_uuid from jsonb_to_recordset(p_sets) as t (set_uuid text))
        and not exists (select from set_stocks
          where set_stocks.site = p_site and time_span_id = p_span and set_stocks.set_uuid = set_products.uuid)
      order by uuid for share;
    update set_stocks as k set capacity = greatest(s.stock, k.held + k.sold) from set_products as s
      where k.site = p_site and k.time_span_id = p_span
        and k.set_uuid in (select set_uuid from jsonb_to_recordset(p_sets) as t (set_uuid text))
        and s.site = k.site and s.uuid = k.set_uuid and k.capacity > greatest(s.stock, k.held + k.sold);
    return take_sets_1(p_site, p_span, p_sets);
  end $$`;

/** Stocks of set products that an import lowers while orders are placed. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of [takeSets, placeOrder(2)]) await sql.raw(statement).execute(db);
};
