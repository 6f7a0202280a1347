import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/open.ts';
import { createServer } from '#server/serve.ts';
import { hold, slotAt } from './kit/buyer.ts';
import { openEmptyDatabase } from './kit/database.ts';
import { dumpLines, lighter, loadLines } from './kit/dumps.ts';
import { applyCoupon } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { bought, scattered } from './kit/parts.ts';
import { startShop } from './kit/shop.ts';
import { isTwins } from './kit/twin-site.ts';

const before = '0015-return-references';
/** Rows of a shop with orders, tickets, set products and coupons. */
let lines: string[] = [];
const tokens: string[] = [];

const rowsOf = async (from: Db) =>
  lighter(await dumpLines(from))
    .slice(1)
    .filter((line) => !isTwins(line));

/** Columns of the version before, which had no others; the dump is loaded in that shape and then migrated. */
const asBefore = (rows: readonly string[]): string[] => [
  JSON.stringify({ dump: 'ticket-store', migrations: [before] }),
  ...rows,
];

const shop = await forFile(startShop());
tokens.push((await bought(shop)).params.reservation_token, (await scattered(shop)).tokens.buyer);
await applyCoupon(shop, (await hold(shop, (await slotAt(shop, 0)).id, 2)).token, 'WELCOME10');
/* Payments that began in that version. */
await shop.db.updateTable('payments').set({ seller: null }).execute();
lines = await rowsOf(shop.db);
const opened = await forFile(openEmptyDatabase());
const db = opened.db;
await loadLines(db, asBefore(lines));

describe('a database of the version before', () => {
  it('has the same rows afterwards, each with the site of what it belongs to', async () => {
    for (const table of ['orders', 'tickets', 'ticket_people', 'order_sets', 'coupon_uses', 'set_stocks'])
      expect(lines.filter((line) => line.startsWith(`{"t":"${table}"`)).length, table).toBeGreaterThan(0);
    expect((await rowsOf(db)).toSorted()).toEqual(lines.toSorted());
  });

  it('serves its tickets', async () => {
    const server = createServer({ ...shop.deps, db, reads: db });
    for (const token of tokens) {
      const reply = await server.request(`/api/v1/tickets/${token}`);
      const { as_of: _now, ...ticket } = JSON.parse(await reply.text());
      const { as_of: _then, ...same } = JSON.parse(await (await fetch(`${shop.url}/api/v1/tickets/${token}`)).text());
      expect([reply.status, ticket]).toEqual([200, same]);
    }
  });

  it('takes what processes of that version insert until they are restarted', async () => {
    const [order] = (
      await sql<{ id: string; time_span_id: string }>`
      select id, time_span_id from orders where status = 'open' limit 1`.execute(db)
    ).rows;
    await sql`insert into tickets (id, order_id, token_hash, entry_hash, number, time_span_id, lang)
      values (gen_random_uuid(), ${order?.id}, 'a', 'b', 'OLD', ${order?.time_span_id}, 'ja')`.execute(db);
    await sql`insert into ticket_people (id, ticket_id, option_id, position, price)
      select gen_random_uuid(), id, 'admission-adult', 0, 1 from tickets where number = 'OLD'`.execute(db);
    const { rows } =
      await sql`select p.site as person, t.site as ticket from ticket_people p join tickets t on t.id = p.ticket_id
      where t.number = 'OLD'`.execute(db);
    expect(rows).toEqual([{ person: 'borderless', ticket: 'borderless' }]);
  });

  it('is migrated once', async () => {
    expect(await migrate(db)).toEqual([]);
  });
});

describe('the schema', () => {
  const catalogue = ['products', 'product_options', 'time_spans', 'set_products', 'coupons'];

  it('has the site in every key of a catalogue, and in every reference to one', async () => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select conname as name, pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_class own on own.oid = conrelid left join pg_class target on target.oid = confrelid
      where connamespace = current_schema()::regnamespace
        and (contype = 'p' and own.relname = any(${catalogue}::text[]) or contype = 'f' and target.relname = any(${catalogue}::text[]))`.execute(
      db,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(
      rows.filter(
        ({ definition }) => !/KEY \(site, \w+\)(?: REFERENCES \w+\(site, \w+\) ON UPDATE CASCADE)?$/.test(definition),
      ),
    ).toEqual([]);
  });

  it('refuses an order that names a timespan of another site', async () => {
    const cross = sql`update orders set site = 'mori' where id = (select id from orders limit 1)`.execute(db);
    await expect(cross).rejects.toThrow(/violates foreign key/);
  });
});
