import { type Kysely, sql } from 'kysely';
import { type OpenDatabase, openPostgres } from '#server/db/open.ts';
import type { Database } from '#server/db/types.ts';
import { createServer } from '#server/serve.ts';
import { listen } from '#server/web/http/listen.ts';
import { createCall, sendWithKeys } from './call.ts';
import { type Shop, sweepOnce } from './shop.ts';

/** A second pool on the shop's database; the embedded database has only one connection, which both servers share. */
const openAgain = async ({ db }: Shop): Promise<Pick<OpenDatabase, 'db' | 'reads' | 'close'>> => {
  const server = process.env.DATABASE_URL;
  if (!server) return { db, reads: db, close: async () => {} };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const address = new URL(server);
  address.pathname = `/${rows[0]?.name}`;
  return openPostgres(address.href);
};

/**
 * A second server on the same database and with the same provider, with its own connections, memory and port. Notices go to the
 * first one. Close it before the shop.
 */
export const openTwin = async (shop: Shop): Promise<Shop> => {
  const again = await openAgain(shop);
  const deps = { ...shop.deps, db: again.db, reads: again.reads, lookUps: new Map() };
  const { fetch } = createServer(deps);
  const listening = await listen((...args) => fetch(...args), 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const send = sendWithKeys(url);
  return {
    ...shop,
    url,
    deps,
    send,
    call: createCall(send),
    sweep: () => sweepOnce(deps),
    close: async () => {
      await listening.close();
      await again.close();
    },
  };
};

/** A site with the ids of borderless and other data, beside which every test runs: a query that forgets the site meets it. */
export const twinSite = 'twin';

const statements = [
  `insert into sites (code, seeded_on, seed, imported) select 'twin', seeded_on, seed, true from sites where code = 'borderless'`,
  `insert into products (site, uuid, position, sale_type, sale_from, sale_to, min_quantity, max_quantity, words)
    select 'twin', uuid, position, 'period', sale_from, sale_to, 1, 99, '{"ja": {"product_name": "TWIN", "description": "", "naming_right": "", "caution": ""}}'
    from products where site = 'borderless'`,
  `insert into product_options (site, id, product_uuid, position, type, add_cost, min, max, words)
    select 'twin', id, product_uuid, position, 'twin', add_cost + 7000, 0, 99, '{"ja": {"name": "TWIN", "note": ""}}'
    from product_options where site = 'borderless'`,
  `insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, surcharge)
    select 'twin', id, product_uuid, day, reservation_from + interval '7 seconds', reservation_to + interval '3 hours', sale_from, sale_to, 999, 77
    from time_spans where site = 'borderless'`,
  `insert into set_products (site, uuid, position, add_cost, max, stock, words)
    select 'twin', uuid, position, add_cost + 7000, 99, 999, '{"ja": {"product_name": "TWIN", "description": ""}}'
    from set_products where site = 'borderless'`,
  `insert into set_offers (site, product_uuid, set_uuid)
    select 'twin', p.uuid, s.uuid from products p, set_products s where p.site = 'borderless' and s.site = 'borderless'`,
  `insert into coupons (site, id, code, kind, amount, channel, use_limit, uses, words)
    select 'twin', id, code, 'fixed', 1, 'web', 50, 50, '{"ja": {"name": "TWIN"}}' from coupons where site = 'borderless'`,
];

/** Adds the twin to a seeded database. */
export const insertTwinSite = async (db: Kysely<Database>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** Whether a line of a dump is this site's. Older schemas, in which ids were unique over all sites, cannot load it. */
export const isTwins = (line: string): boolean => line.includes('"site":"twin"') || line.includes('"code":"twin"');

/** Everything of a site that is stored with it, by table. */
export const readSiteRows = async (db: Kysely<Database>, site: string): Promise<Record<string, string[]>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'site' order by 1`.execute(db);
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{
      r: string;
    }>`select t::text as r from ${sql.table(name)} t where site = ${site} order by 1`.execute(db);
    tables[name] = found.rows.map(({ r }) => r);
  }
  return tables;
};
