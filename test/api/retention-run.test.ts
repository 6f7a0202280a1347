import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { runRetention } from '#server/operators/retention/run.ts';
import { buyTicket, changeRows, newSlot } from './kit/arrange.ts';
import { openOps } from './kit/ops.ts';
import { isNamed, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';
import { openTwin } from './kit/twin-site.ts';

const shop = await forFile(startShop());
await runNow(shop);

const bought = async () => {
  const holder = await buyTicket(shop, await newSlot(shop), { adults: 2 });
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

describe('a shop that was upgraded', async () => {
  const ops = await forFile(openOps(shop));
  /** An old order of a shop that sold before it had a retention run. */
  const awaiting = async (mode: 'as_stored' | 'report') => {
    const { id } = await bought();
    await passDays(shop, id, 500);
    await changeRows(shop, 'retention_state', {}, { awaits_confirmation: true, due_at: new Date(0) });
    shop.deps.retention = { ...shop.deps.retention, mode };
    return id;
  };

  it('reports daily what would be deleted, and deletes it when the operator has confirmed, then by itself', async () => {
    const id = await awaiting('as_stored');
    watchShop(shop.deps.metrics, shop.db);
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
    expect(figures).toMatch(/^shop_retention_unconfirmed 1$/m);
    expect(figures).toMatch(/^shop_retention_age_seconds \d/m);
    expect(figures).toContain('shop_retention_rows{class="visits"} 1');
    expect(await ops.run('retention', { apply: true })).toMatchObject({ isDone: true, counts: { visits: 1 } });
    expect(await isNamed(shop, id)).toBe(false);
    expect(await ops.run('retention', {})).toMatchObject({ awaits_confirmation: false, counts: { visits: 0 } });
    expect(await runNow(shop)).toMatchObject({ event: 'retention_done' });
  });

  it('deletes nothing where a setting forbids it, even if an operator confirms', async () => {
    const id = await awaiting('report');
    const confirmed = async () => (await ops.run('retention', { apply: true })).said.en;
    expect(await confirmed()).toContain('RETENTION=report');
    expect(await runNow(shop)).toMatchObject({ event: 'retention_report', facts: { visits: 1 } });
    // also when no run is due
    expect(await confirmed()).toContain('RETENTION=report');
    expect(await isNamed(shop, id)).toBe(true);
  });
});

const document = readFileSync(fileURLToPath(new URL('../../docs/personal-data.md', import.meta.url)), 'utf8');
const columnsIn = (text = ''): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, column = '']) => column);

/** The columns that docs/personal-data.md lists for each table. */
const listed = (): Map<string, string[]> => {
  const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(rows.map(([, table, columns]) => [columnsIn(table)[0] ?? '', columnsIn(columns)]));
};

it('docs/personal-data.md lists every table, and each of its columns that could hold something personal', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name,
      json_agg(column_name order by ordinal_position) filter (where data_type in ('text', 'jsonb', 'uuid')) as columns
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
    group by table_name`.execute(shop.db);
  expect(rows.length).toBeGreaterThan(25);
  const [, harmless = ''] = /^Without any personal data: (.*)$/m.exec(document) ?? [];
  const [, common = ''] = /^Listed are columns .* in any table these do not: (.*)$/m.exec(document) ?? [];
  const tables = listed();
  const faults = rows.flatMap(({ name, columns }) => {
    if (columnsIn(harmless).includes(name)) return [];
    const known = tables.get(name);
    if (!known) return [`table ${name}`];
    return (columns ?? [])
      .filter((column) => ![...known, ...columnsIn(common)].includes(column))
      .map((column) => `${name}.${column}`);
  });
  expect(faults, 'not in docs/personal-data.md: add what it holds, about which people, why and for how long').toEqual(
    [],
  );
});
