import { type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { DiskWatch } from '#server/db/disk.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { liveList } from '#server/db/scoped.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { confirmedWithin } from '#server/payments/daily-file.ts';
import type { Metrics } from './metrics.ts';

/** A value with its labels; one that is null is not shown. */
type Sample = Readonly<Record<string, string | number | null>> & { readonly value: number | null };

/** A gauge that reads its values when it is collected; empty while the database is unavailable. */
const createQueryGauge = (
  { registry }: Metrics,
  name: string,
  labelNames: readonly string[],
  help: string,
  read: () => Promise<readonly Sample[]>,
): void => {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      const samples = await read().catch((thrown: unknown) => {
        if (isUnavailable(thrown)) return [];
        throw thrown;
      });
      for (const { value, ...labels } of samples)
        if (value !== null)
          gauge.set(Object.fromEntries(labelNames.map((label) => [label, `${labels[label]}`])), value);
    },
  });
};

const live = sql.raw(liveList);
const lastDay = sql.raw(`> now() - interval '24 hours'`);

/** Gauges by name, each with its labels, its help, and the statement that reads its values; a count is not 0. */
const gauges: Readonly<
  Record<string, readonly [labels: readonly string[], help: string, samples: RawBuilder<Sample>]>
> = {
  shop_orders_last_day: [
    ['site', 'status'],
    'Orders placed in the last 24 hours, by what became of them.',
    sql`select site, status, count(*)::int as value from orders where created_at ${lastDay} group by site, status`,
  ],
  shop_taken_last_day_yen: [
    ['site'],
    'Yen taken in the last 24 hours, less those given back.',
    sql`select site, sum(amount)::int as value from ledger where at ${lastDay} group by site`,
  ],
  shop_held_orders: [
    ['site'],
    'Orders that hold seats now.',
    sql`select site, count(*)::int as value from orders where status in ('open', 'checking') group by site`,
  ],
  shop_held_seats: [
    ['site'],
    'Seats that orders hold now.',
    sql`select site, sum(quantity)::int as value from orders where status in ('open', 'checking') group by site`,
  ],
  shop_people_admitted_last_day: [
    ['site'],
    'People admitted in the last 24 hours, less those whose admission was undone.',
    sql`select site, sum(case kind when 'admitted' then people else - people end)::int as value
      from order_acts where at ${lastDay} and kind in ('admitted', 'undone') group by site`,
  ],
  shop_mails: [
    ['site', 'state'],
    'Mails that wait to be sent, and those that were given up or found no longer true in the last 24 hours.',
    /* `due_at` is from the last attempt: a mail may have waited for days until then. */
    sql`select site, state, count(*)::int as value from outbox
      where state = 'due' or (state in ('failed', 'superseded') and due_at ${lastDay}) group by site, state`,
  ],
  shop_payments: [
    ['site', 'state'],
    'Payments whose outcome is not known yet, money to give back, alarms, and payments no daily file has confirmed.',
    sql`select site, state.name as state, sum(state.count)::int as value
      from (select site, payments.state, alarm, unconfirmed_since
          from payments join orders on orders.id = order_id
          where payments.state in ${live} or payments.state = 'refund_due' or alarm is not null or unconfirmed_since is not null
        union all select site, 'refund_due', null, null
          from unapplied_payments join payments on payments.id = payment_id join orders on orders.id = order_id
          where returned_at is null
        union all select site, 'refund_due', null, null
          from part_refunds join payments on payments.id = payment_id join orders on orders.id = order_id
          where part_refunds.state = 'due') as payment,
        lateral (values ('checking', (state in ${live})::int), ('refund_due', (state = 'refund_due')::int),
          ('alarm', (alarm is not null)::int), ('unconfirmed', (unconfirmed_since is not null)::int),
          ('unconfirmed_overdue', (unconfirmed_since < now() - make_interval(days => ${confirmedWithin}))::int)
        ) as state (name, count)
      group by site, state.name having sum(state.count) > 0`,
  ],
  shop_retention_unconfirmed: [
    [],
    'Whether retention waits for an operator.',
    sql`select awaits_confirmation::int as value from retention_state`,
  ],
  shop_retention_age_seconds: [
    [],
    'Time since the last retention run.',
    sql`select extract(epoch from now() - finished_at)::float8 as value from retention_state`,
  ],
  shop_retention_rows: [
    ['class'],
    'What the last retention run ended, or would have ended.',
    sql`select key as class, value::int as value from retention_state, jsonb_each_text(counts)`,
  ],
};

/**
 * Exposes the state of the shop from the database. The values are the same in every process, so a dashboard must use one of them
 * (`max`), not their sum.
 */
export const watchShop = (metrics: Metrics, db: Db): void => {
  for (const [name, [labels, help, samples]] of Object.entries(gauges))
    createQueryGauge(metrics, name, labels, help, async () => (await samples.execute(db)).rows);
};

/** Exposes the waiting rooms as this process last read them. */
export const watchWaitingRoom = (metrics: Metrics, { count }: Pick<WaitingRoom, 'count'>): void =>
  createQueryGauge(
    metrics,
    'shop_waiting',
    ['state'],
    'Places in the waiting rooms of this server’s sites: those that wait, and those whose turn it is.',
    async () => Object.entries(count()).map(([state, value]) => ({ state, value })),
  );

/** Exposes connections of this process by pool and state, and the free space under an embedded database. */
export const watchDatabase = (metrics: Metrics, pools: OpenDatabase['pools'], disk: DiskWatch): void => {
  createQueryGauge(
    metrics,
    'shop_database_connections',
    ['pool', 'state'],
    'Connections of this process to its database, and requests that wait for one.',
    async () =>
      Object.entries(pools ?? {}).flatMap(([pool, count]) =>
        Object.entries(count()).map(([state, value]) => ({ pool, state, value })),
      ),
  );
  createQueryGauge(metrics, 'shop_disk_free_bytes', [], 'Free bytes under the embedded database.', async () => [
    { value: disk.free() },
  ]);
};
