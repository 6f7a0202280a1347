import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DumpFault } from '#server/db/dump.ts';
import { migrate, readState } from '#server/db/migrate.ts';
import { createServer } from '#server/serve.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { adults, buyTicket, changeRows, paramsOf, rowOf, ticketOf } from './kit/arrange.ts';
import { customer, freeSlots, newKey, slotAt } from './kit/buyer.ts';
import { dumpLines, loadLines, openEmptyDatabase, openEmptyEmbedded } from './kit/database.ts';
import { keepNextDays, openOps } from './kit/ops.ts';
import { pay, replyOf } from './kit/pay.ts';
import { everything, orderIdOf, passDays } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
await keepNextDays(shop);
const { params } = await buyTicket(shop, (await slotAt(shop, 0)).id, { adults: 3 });
const key = newKey();
const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) }, key });
await shop.call('shareTicket', { params: paramsOf(part.reservation_token) });
/* The split ticket now refers to a ticket that is newer than itself. */
const body = { time_span_id: (await slotAt(shop, 1)).id };
const token = (await shop.call('changeDate', { params, body })).reservation_token;
/** Shared by the invalid dumps below, which must leave it empty. */
const { db: spoiled } = await forFile(openEmptyDatabase());

const lines = await dumpLines(shop.db);
const content = (unsorted: readonly string[]) => unsorted.toSorted();

describe('a dump', () => {
  it('loaded into another engine is the same shop: its links open', async () => {
    /* When the tests run on PostgreSQL, the embedded database is the other engine. */
    const { db, close } = await openEmptyEmbedded();
    onTestFinished(close);
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
    await expect(loadLines(spoiled, spoil(lines))).rejects.toThrow(message);
    const tables = await sql`select 1 from pg_tables where tablename = 'sites'`.execute(spoiled);
    if (tables.rows.length > 0) expect(await spoiled.selectFrom('sites').select('code').execute(), 'sites').toEqual([]);
  });

  it('is not loaded into a database with data', async () => {
    await expect(loadLines(shop.db, lines)).rejects.toThrow(DumpFault);
    expect(content(await dumpLines(shop.db))).toEqual(content(lines));
  });
});

/* Rows that the release of 28 November 2026 (commit 0739961f) stored for these visitors, in a shop with the tests' secret. */
const buyer = {
  email: 'b73a12ca-9fc0-410c-bb52-ab05a6711781@visitor.example',
  order: 'RCV8z3cRXbncW67F-wK96ztlkfwM-ty1',
  ticket: 'fcUC5XwgF9RY6rJwYe_85yMALsJnYDiy',
};
/** A ticket of four adults: one was split off, one sent on, and the rest moved to another time. */
const group = {
  moved: 'qqVWmzesqstruXxrd56hY0uxKrO1H_Ia',
  split: 'iMWpoXGPNbF82h3ZBIbKV9VC9-CMJzWu',
  sent: 'smoItTq4ySMUIS5BCTeEY32a7hCSFF8o',
};
const holding = 'zf_v3LonSd5eOKSXajkiVkFTsD_ehnAK';

/** The venue's day on which that release was dumped: its slots are those of the day after. */
const dumpedOn = '2026-11-29';

/** The dump of that release, with its days moved to now: the slots are those of tomorrow. */
const dumpOfRelease = (): string[] => {
  const days = Math.round((Date.parse(venueDay(Date.now())) - Date.parse(dumpedOn)) / 86_400_000);
  const text = readFileSync(new URL('kit/release-2026-11-28.jsonl', import.meta.url), 'utf8');
  return text.replaceAll(/"(\d{4}-\d\d-\d\d)(?=["T])/g, (_, day: string) => `"${addDays(day, days)}`).split('\n');
};

const database = await openEmptyDatabase();
await loadLines(database.db, dumpOfRelease());
const upgraded = await forFile(startShop({ database }));
const ops = await forFile(openOps(upgraded));

it('an order of that release has its tickets, and goes on where it is open', async () => {
  expect(await readState(upgraded.db)).toMatchObject({ isMigrated: true });
  const quantities = await Promise.all(
    [buyer.ticket, group.moved, group.split, group.sent].map(
      async (token) => (await ticketOf(upgraded, token)).quantity,
    ),
  );
  expect(quantities).toEqual([1, 2, 1, 1]);
  const id = await orderIdOf(upgraded, holding);
  await changeRows(upgraded, 'orders', { id }, { hold_until: sql`now() + interval '9 minutes'` });
  const { price } = await upgraded.call('putOrder', { params: { token: holding }, body: customer });
  expect(replyOf(await pay(upgraded, { token: holding, price }))).toMatchObject({ status: 'paid' });
});

it('its slots are sold on', async () => {
  const [slot] = await freeSlots(upgraded);
  const before = await rowOf(upgraded, 'time_spans', { id: slot?.id ?? '' });
  const { params } = await buyTicket(upgraded, slot?.id ?? '', { adults: 3 });
  expect(await ticketOf(upgraded, params.reservation_token)).toMatchObject({ quantity: 3 });
  expect(await rowOf(upgraded, 'time_spans', { id: slot?.id ?? '' })).toMatchObject({ sold: before.sold + 3, held: 0 });
});

it('its buyer is erased', async () => {
  expect(await everything(upgraded)).toContain(buyer.email);
  await passDays(upgraded, await orderIdOf(upgraded, buyer.order), 5);
  const reply = await ops.run('erase', { mail: buyer.email, apply: true });
  expect(reply).toMatchObject({ done: 'erase', counts: { orders: 1, tickets: 1, mails: 1, subscriptions: 1 } });
  expect(await everything(upgraded)).not.toContain(buyer.email);
});

it('an older dump is refused, with the release that loads it', async () => {
  const older = [JSON.stringify({ dump: 'ticket-store', migrations: ['0001-first', '0021-set-stocks'] })];
  const loading = loadLines(spoiled, older);
  await expect(loading).rejects.toThrow(DumpFault);
  await expect(loading).rejects.toThrow(/older.*28 November 2026 \(commit 0739961f\)/);
});

it('an older database is refused as it is, with the release to start first', async () => {
  const { db, close } = await openEmptyDatabase();
  onTestFinished(close);
  await sql`create table sites (code text primary key)`.execute(db);
  await expect(migrate(db)).rejects.toThrow(/older.*28 November 2026 \(commit 0739961f\).*first/);
  expect((await sql`select name from kysely_migration`.execute(db)).rows).toEqual([]);
});

const { db: migrated } = await forFile(openEmptyDatabase());
await migrate(migrated);

it.each([
  ['9998-more', true],
  ['9999-less-needs-0022', true],
  ['9999-less-needs-9998', false],
])('a database that a later release has migrated to %s is usable by this one: %s', async (name, isUsable) => {
  await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(migrated);
  onTestFinished(async () => void (await sql`delete from kysely_migration where name = ${name}`.execute(migrated)));
  if (!isUsable)
    return expect(migrate(migrated)).rejects.toThrow(new RegExp(`later release.*${name}.*start that release`));
  expect(await migrate(migrated)).toEqual([]);
  return expect(await readState(migrated)).toMatchObject({ isMigrated: true });
});
