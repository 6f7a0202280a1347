import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db, Pool } from '#server/db/open.ts';
import type { Metrics } from './metrics.ts';

type Counted = { name: string; count: number };

/** A gauge that asks the database when it is looked at; `count` says what of it, by name. */
const asked = ({ registry }: Metrics, name: string, label: string, help: string, count: () => Promise<Counted[]>) => {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      const rows = await count();
      gauge.reset();
      for (const row of rows) gauge.set({ [label]: row.name }, row.count);
    },
  });
};

const whole = sql<number>`count(*)::int`;

/**
 * Lets the state of the shop be seen, as it stands in the database: the same from every process, so a dashboard takes one of
 * them (`max`), not their sum. `pool`: the process's own connections, where it has more than one.
 */
export const watchShop = (metrics: Metrics, db: Db, pool: Pool | null): void => {
  asked(metrics, 'shop_orders_last_day', 'status', 'Orders placed in the last 24 hours, by what became of them.', () =>
    db
      .selectFrom('orders')
      .select(['status as name', whole.as('count')])
      .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
      .groupBy('status')
      .execute(),
  );
  asked(metrics, 'shop_holds', 'of', 'Orders that hold seats now, and their seats.', async () => {
    const { orders, seats } = await db
      .selectFrom('orders')
      .select([whole.as('orders'), sql<number>`coalesce(sum(quantity), 0)::int`.as('seats')])
      .where('status', 'in', ['open', 'checking'])
      .executeTakeFirstOrThrow();
    return [
      { name: 'orders', count: orders },
      { name: 'seats', count: seats },
    ];
  });
  asked(
    metrics,
    'shop_mails',
    'state',
    'Mails that wait to be sent, and those of the last 24 hours that were given up or no longer true.',
    async () => {
      const { due, failed, superseded } = await db
        .selectFrom('outbox')
        .select(sql<number>`count(*) filter (where state = 'due')::int`.as('due'))
        .select(sql<number>`count(*) filter (where state = 'failed')::int`.as('failed'))
        .select(sql<number>`count(*) filter (where state = 'superseded')::int`.as('superseded'))
        .where(
          sql<boolean>`state = 'due' or (state in ('failed', 'superseded') and created_at > now() - interval '24 hours')`,
        )
        .executeTakeFirstOrThrow();
      return [
        { name: 'due', count: due },
        { name: 'failed', count: failed },
        { name: 'superseded', count: superseded },
      ];
    },
  );
  asked(
    metrics,
    'shop_payments',
    'state',
    'Payments whose outcome is not known yet, and money to give back.',
    async () => {
      const { checking, due } = await db
        .selectFrom('payments')
        .select(sql<number>`count(*) filter (where state <> 'refund_due')::int`.as('checking'))
        .select(sql<number>`count(*) filter (where state = 'refund_due')::int`.as('due'))
        .where('state', 'in', ['started', 'requires_action', 'refund_due'])
        .executeTakeFirstOrThrow();
      return [
        { name: 'checking', count: checking },
        { name: 'refund_due', count: due },
      ];
    },
  );
  if (pool)
    asked(metrics, 'shop_database_connections', 'state', 'Connections of this process to its database.', async () =>
      Object.entries(pool()).map(([name, count]) => ({ name, count })),
    );
};
