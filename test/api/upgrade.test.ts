import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { DumpFault } from '#server/db/dump.ts';
import { migrate, readState } from '#server/db/migrate.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { buyTicket, changeRows, rowOf, ticketOf } from './kit/arrange.ts';
import { customer, freeSlots, pay, replyOf } from './kit/buyer.ts';
import { loadLines, openEmptyDatabase } from './kit/database.ts';
import { openOps } from './kit/ops.ts';
import { everything, orderIdOf, passDays } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

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

/** The dump of that release, with its days moved to now: the slots are those of tomorrow. */
const dumpOfRelease = (): string[] => {
  const days = Math.round((Date.parse(venueDay(Date.now())) - Date.parse('2026-11-29')) / 86_400_000);
  const text = readFileSync(new URL('kit/release-2026-11-28.jsonl', import.meta.url), 'utf8');
  return text.replaceAll(/"(\d{4}-\d\d-\d\d)(?=["T])/g, (_, day: string) => `"${addDays(day, days)}`).split('\n');
};

const database = await openEmptyDatabase();
await loadLines(database.db, dumpOfRelease());
const shop = await forFile(startShop({ database }));
const ops = await forFile(openOps(shop));

it('an order of that release has its tickets, and goes on where it is open', async () => {
  expect(await readState(shop.db)).toMatchObject({ isMigrated: true });
  const quantities = await Promise.all(
    [buyer.ticket, group.moved, group.split, group.sent].map(async (token) => (await ticketOf(shop, token)).quantity),
  );
  expect(quantities).toEqual([1, 2, 1, 1]);
  await changeRows(
    shop,
    'orders',
    { id: await orderIdOf(shop, holding) },
    { hold_until: sql`now() + interval '9 minutes'` },
  );
  const { price } = await shop.call('putOrder', { params: { token: holding }, body: customer });
  expect(replyOf(await pay(shop, { token: holding, price }))).toMatchObject({ status: 'paid' });
});

it('its slots are sold on', async () => {
  const [slot] = await freeSlots(shop);
  const before = await rowOf(shop, 'time_spans', { id: slot?.id ?? '' });
  const { params } = await buyTicket(shop, slot?.id ?? '', 3);
  expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ quantity: 3 });
  expect(await rowOf(shop, 'time_spans', { id: slot?.id ?? '' })).toMatchObject({ sold: before.sold + 3, held: 0 });
});

it('its buyer is erased', async () => {
  expect(await everything(shop)).toContain(buyer.email);
  await passDays(shop, await orderIdOf(shop, buyer.order), 5);
  const reply = await ops.run('erase', { mail: buyer.email, apply: true });
  expect(reply).toMatchObject({ done: 'erase', counts: { orders: 1, tickets: 1, mails: 1, subscriptions: 1 } });
  expect(await everything(shop)).not.toContain(buyer.email);
});

it('an older dump is refused, with the release that loads it', async () => {
  const { db, close } = await openEmptyDatabase();
  onTestFinished(close);
  const older = [JSON.stringify({ dump: 'ticket-store', migrations: ['0001-first', '0021-set-stocks'] })];
  const loading = loadLines(db, older);
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
