import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { watchRetention } from '#server/operators/metrics/retention.ts';
import type { RetentionRules } from '#server/shared/retention-rules.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { dumpLines, lighter, loadLines, openEmptyDatabase } from './kit/database.ts';
import { type Ops, openOps } from './kit/ops.ts';
import { isNamed, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { type Shop, startShop } from './kit/shop.ts';

const shop = await startShop();
const { order } = await buyTicket(shop, await newSlot(shop));
const id = await orderIdOf(shop, order);
await passDays(shop, id, 500);
/** Dump of a shop with an old order, which sold before it had a retention run. */
await shop.db.insertInto('retention_state').values({ awaits_confirmation: true }).execute();
const lines = lighter(await dumpLines(shop.db));
await shop.close();

/** A shop on a database of that dump. */
const upgraded = async (mode: RetentionRules['mode']): Promise<{ shop: Shop; ops: Ops }> => {
  const database: OpenDatabase = await openEmptyDatabase();
  await loadLines(database.db, lines);
  const shop = await startShop({ database, retention: { mode } });
  return { shop, ops: await openOps(shop) };
};

describe('a shop that was upgraded', () => {
  let shop: Shop;
  let ops: Ops;
  beforeAll(async () => {
    ({ shop, ops } = await upgraded('as_stored'));
    watchRetention(shop.deps.metrics, shop.db);
  });
  afterAll(async () => {
    await ops.close();
    await shop.close();
  });

  it('reports daily what would be deleted, and deletes nothing', async () => {
    for (const _day of [1, 2])
      expect(await runNow(shop)).toMatchObject({
        level: 'warn',
        event: 'retention_awaits_confirmation',
        facts: { visits: 1, mails: 1, because: 'npm run ops -- retention --apply' },
      });
    const reply = await ops.run('retention', {});
    expect(reply).toMatchObject({ awaits_confirmation: true, counts: { visits: 1 } });
    expect(reply.said.en).toContain('orders after their visit: 1');
    expect(reply.said.en).toContain('Nothing is deleted until you confirm it');
    expect(await isNamed(shop, id)).toBe(true);
    const figures = await shop.deps.metrics.registry.metrics();
    expect(figures).toContain('shop_retention{of="awaits_confirmation"} 1');
    expect(figures).toMatch(/shop_retention\{of="seconds_since_run"\} \d/);
    expect(figures).toContain('shop_retention_rows{class="visits"} 1');
  });

  it('deletes when the operator has confirmed, and from then on by itself', async () => {
    expect(await ops.run('retention', { apply: true })).toMatchObject({ isDone: true, counts: { visits: 1 } });
    expect(await isNamed(shop, id)).toBe(false);
    expect(await ops.run('retention', {})).toMatchObject({ awaits_confirmation: false, counts: { visits: 0 } });
    expect(await runNow(shop)).toMatchObject({ event: 'retention_done' });
  });
});

it('a setting forbids deletion, even if an operator confirms', async () => {
  const { shop, ops } = await upgraded('report');
  expect((await ops.run('retention', { apply: true })).said.en).toContain('RETENTION=report');
  expect(await runNow(shop)).toMatchObject({ event: 'retention_report', facts: { visits: 1 } });
  expect(await isNamed(shop, id)).toBe(true);
  await ops.close();
  await shop.close();
});
