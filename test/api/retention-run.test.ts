import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runRetention } from '#server/operators/retention/run.ts';
import { buyTicket, changeRows, newSlot } from './kit/arrange.ts';
import { isNamed, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';
import { openTwin } from './kit/twin-site.ts';

const shop = await forFile(startShop());
await runNow(shop);

const bought = async () => {
  const holder = await buyTicket(shop, await newSlot(shop));
  return { ...holder, id: await orderIdOf(shop, holder.order) };
};

it('runs in one process at a time, and in the next one after a crash', async () => {
  const { id } = await bought();
  await passDays(shop, id, 500);
  const twin = await openTwin(shop);
  const soon = sql<Date>`now() + interval '1 minute'`;
  await changeRows(shop, 'retention_state', {}, { due_at: new Date(0), running_until: soon });
  shop.logged.length = 0;
  await runRetention(twin.deps);
  expect([shop.logged, await isNamed(shop, id)]).toEqual([[], true]);
  await changeRows(shop, 'retention_state', {}, { running_until: new Date(0) });
  await Promise.all([runRetention(shop.deps), runRetention(twin.deps)]);
  expect(shop.logged.map(({ event }) => event)).toEqual(['retention_done']);
  expect(await isNamed(shop, id)).toBe(false);
  await twin.close();
});

/* The embedded database runs one transaction at a time, so an order cannot be locked meanwhile. */
it.runIf(process.env.DATABASE_URL)('skips a locked order, and retries it', async () => {
  const { id } = await bought();
  await passDays(shop, id, 500);
  await shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute();
    expect(await runNow(shop)).toMatchObject({ event: 'retention_done' });
  });
  expect(await isNamed(shop, id)).toBe(true);
  await runNow(shop);
  expect(await isNamed(shop, id)).toBe(false);
});

it('logs what went wrong, and retries in an hour', async () => {
  const broken = { ...shop.deps, retention: { ...shop.deps.retention, visitDays: Number.NaN } };
  await changeRows(shop, 'retention_state', {}, { due_at: new Date(0) });
  shop.logged.length = 0;
  await runRetention(broken);
  expect(shop.logged).toMatchObject([{ level: 'error', event: 'retention_failed' }]);
  const { wait } = await shop.db
    .selectFrom('retention_state')
    .select(sql<number>`round(extract(epoch from due_at - now()) / 60)::int`.as('wait'))
    .executeTakeFirstOrThrow();
  expect(wait).toBe(60);
});
