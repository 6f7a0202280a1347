import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { DiskWatch } from '#server/db/disk.ts';
import { liveList } from '#server/db/live-attempts.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { confirmedWithin } from '#server/payments/daily-file.ts';
import { countUnapplied } from '#server/payments/unapplied.ts';
import type { Metrics } from './metrics.ts';

type Counted = { name: string; count: number };

/**
 * A gauge that queries the database when it is collected; `count` returns values by label. Empty while the database is
 * unavailable.
 */
export const createQueryGauge = (
  { registry }: Metrics,
  name: string,
  label: string,
  help: string,
  count: () => Promise<Counted[]>,
) => {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      const rows = await count().catch((thrown: unknown) => {
        if (isUnavailable(thrown)) return [];
        throw thrown;
      });
      for (const row of rows) gauge.set({ [label]: row.name }, row.count);
    },
  });
};

const isOverdue = sql<boolean>`unconfirmed_since < now() - make_interval(days => ${confirmedWithin})`;

const rowCount = sql<number>`count(*)::int`;

/**
 * Exposes the state of the shop from the database. The values are the same in every process, so a dashboard must use one of them
 * (`max`), not their sum.
 */
export const watchShop = (metrics: Metrics, db: Db): void => {
  createQueryGauge(
    metrics,
    'shop_orders_last_day',
    'status',
    'Orders placed in the last 24 hours, by what became of them.',
    () =>
      db
        .selectFrom('orders')
        .select(['status as name', rowCount.as('count')])
        .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
        .groupBy('status')
        .execute(),
  );
  createQueryGauge(metrics, 'shop_holds', 'of', 'Orders that hold seats now, and their seats.', async () => {
    const { orders, seats } = await db
      .selectFrom('orders')
      .select([rowCount.as('orders'), sql<number>`coalesce(sum(quantity), 0)::int`.as('seats')])
      .where('status', 'in', ['open', 'checking'])
      .executeTakeFirstOrThrow();
    return [
      { name: 'orders', count: orders },
      { name: 'seats', count: seats },
    ];
  });
  createQueryGauge(
    metrics,
    'shop_mails',
    'state',
    'Mails that wait to be sent, and those that were given up or found no longer true in the last 24 hours.',
    async () => {
      const { due, failed, superseded } = await db
        .selectFrom('outbox')
        .select(sql<number>`count(*) filter (where state = 'due')::int`.as('due'))
        .select(sql<number>`count(*) filter (where state = 'failed')::int`.as('failed'))
        .select(sql<number>`count(*) filter (where state = 'superseded')::int`.as('superseded'))
        .where(
          /* `due_at` is from the last attempt: a mail may have waited for days until then. */
          sql<boolean>`state = 'due' or (state in ('failed', 'superseded') and due_at > now() - interval '24 hours')`,
        )
        .executeTakeFirstOrThrow();
      return [
        { name: 'due', count: due },
        { name: 'failed', count: failed },
        { name: 'superseded', count: superseded },
      ];
    },
  );
  createQueryGauge(
    metrics,
    'shop_payments',
    'state',
    'Payments whose outcome is not known yet, money to give back, alarms, and payments no daily file has confirmed.',
    async () => {
      const { checking, due, alarmed, unconfirmed, overdue } = await db
        .selectFrom('payments')
        .select(sql<number>`count(*) filter (where state in ${sql.raw(liveList)})::int`.as('checking'))
        .select(sql<number>`count(*) filter (where state = 'refund_due')::int`.as('due'))
        .select(sql<number>`count(alarm)::int`.as('alarmed'))
        .select(sql<number>`count(unconfirmed_since)::int`.as('unconfirmed'))
        .select(sql<number>`count(*) filter (where ${isOverdue})::int`.as('overdue'))
        .where(
          sql<boolean>`state in ${sql.raw(liveList)} or state = 'refund_due' or alarm is not null or unconfirmed_since is not null`,
        )
        .executeTakeFirstOrThrow();
      const unapplied = await countUnapplied(db);
      return [
        { name: 'checking', count: checking },
        { name: 'refund_due', count: due + unapplied },
        { name: 'alarm', count: alarmed },
        { name: 'unconfirmed', count: unconfirmed },
        { name: 'unconfirmed_overdue', count: overdue },
      ];
    },
  );
};

/** Exposes the waiting rooms as this process last read them. */
export const watchWaitingRoom = (metrics: Metrics, { count }: Pick<WaitingRoom, 'count'>): void =>
  void createQueryGauge(
    metrics,
    'shop_waiting',
    'state',
    'Places in the waiting rooms of this server’s sites: those that wait, and those whose turn it is.',
    async () => Object.entries(count()).map(([name, places]) => ({ name, count: places })),
  );

/** Exposes connections of this process by pool and state, and the free space under an embedded database. */
export const watchDatabase = ({ registry }: Metrics, pools: OpenDatabase['pools'], disk: DiskWatch): void => {
  if (pools) {
    const gauge: Gauge = new Gauge({
      name: 'shop_database_connections',
      help: 'Connections of this process to its database, and requests that wait for one.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect: () => {
        for (const [pool, count] of Object.entries(pools))
          for (const [state, value] of Object.entries(count())) gauge.set({ pool, state }, value);
      },
    });
  }
  if (disk.free() === null) return;
  const free: Gauge = new Gauge({
    name: 'shop_disk_free_bytes',
    help: 'Free bytes under the embedded database.',
    registers: [registry],
    collect: () => free.set(disk.free() ?? 0),
  });
};
