import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { DumpFault } from '#server/db/dump.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { createServer } from '#server/serve.ts';
import { adults, buyTicket, paramsOf } from './kit/arrange.ts';
import { newKey, slotAt } from './kit/buyer.ts';
import { dumpLines, loadLines, openEmptyDatabase, openEmptyEmbedded } from './kit/database.ts';
import { forFile, startShop } from './kit/shop.ts';

const opened: OpenDatabase[] = [];
/** Shared by the invalid dumps below, which must leave it empty. */
let spoiled: Db | undefined;

const shop = await forFile(startShop());
const { params } = await buyTicket(shop, (await slotAt(shop, 0)).id, 3);
const key = newKey();
const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) }, key });
await shop.call('shareTicket', { params: paramsOf(part.reservation_token) });
/* The split ticket now refers to a ticket that is newer than itself. */
const body = { time_span_id: (await slotAt(shop, 1)).id };
const token = (await shop.call('changeDate', { params, body })).reservation_token;
afterAll(async () => {
  for (const { close } of opened) await close();
});

const empty = async (open = openEmptyDatabase): Promise<Db> => {
  const database = await open();
  opened.push(database);
  return database.db;
};
const content = (lines: readonly string[]) => lines.toSorted();

describe('a dump', () => {
  it('loaded into another engine is the same shop: its links open', async () => {
    const lines = await dumpLines(shop.db);
    /* When the tests run on PostgreSQL, the embedded database is the other engine. */
    const db = await empty(openEmptyEmbedded);
    await loadLines(db, lines);
    expect(content(await dumpLines(db))).toEqual(content(lines));
    const answer = await createServer({ ...shop.deps, db }).request(`/api/v1/tickets/${token}`);
    expect(await answer.json()).toMatchObject({
      quantity: 2,
      children: [{ kind: 'split', state: 'shared', quantity: 1 }],
    });
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['of a newer version', ([, ...rows]) => ['{"dump":"ticket-store","migrations":["9999-later"]}', ...rows], /newer/],
    ['that is none', () => ['{"a":1}'], /Line 1 is not one of a dump/],
    ['with a broken line', ([head = '', row = '']) => [head, row, '{"t":"sites"'], /Line 3 is not one/],
    ['of other tables', ([head = '']) => [head, '{"t":"users","r":{}}'], /Line 2: there is no table users/],
  ])('%s is refused, and nothing is in the database', async (_name, spoil, message) => {
    spoiled ??= await empty();
    const db = spoiled;
    await expect(loadLines(db, spoil(await dumpLines(shop.db)))).rejects.toThrow(message);
    const tables = await sql`select 1 from pg_tables where tablename = 'sites'`.execute(db);
    if (tables.rows.length > 0) expect(await db.selectFrom('sites').select('code').execute(), 'sites').toEqual([]);
  });

  it('is not loaded into a database with data', async () => {
    const lines = await dumpLines(shop.db);
    await expect(loadLines(shop.db, lines)).rejects.toThrow(DumpFault);
    expect(content(await dumpLines(shop.db))).toEqual(content(lines));
  });
});
