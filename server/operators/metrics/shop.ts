import { type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { DiskWatch } from '#server/db/disk.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { liveList } from '#server/db/scoped.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { confirmedWithin } from '#server/payments/daily-file.ts';
import type { Metrics } from './metrics.ts';

/** Values by label; one that is null is not shown. */
type Figures = Readonly<Record<string, number | null>>;

/** A gauge that reads its values when it is collected; empty while the database is unavailable. */
export const createQueryGauge = (
  { registry }: Metrics,
  name: string,
  label: string,
  help: string,
  read: () => Promise<Figures>,
): void => {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      const figures = await read().catch((thrown: unknown) => {
        if (isUnavailable(thrown)) return {};
        throw thrown;
      });
      for (const [value, figure] of Object.entries(figures)) if (figure !== null) gauge.set({ [label]: value }, figure);
    },
  });
};

const statuses = ['open', 'checking', 'paid', 'expired', 'cancelled', 'refunded'] as const;
const live = sql.raw(liveList);

/** Gauges by name, each with its label, its help, and the statement that counts in one row. */
const gauges: Readonly<Record<string, readonly [label: string, help: string, figures: RawBuilder<Figures>]>> = {
  shop_orders_last_day: [
    'status',
    'Orders placed in the last 24 hours, by what became of them.',
    sql`select ${sql.join(statuses.map((name) => sql`count(*) filter (where status = ${name})::int as ${sql.ref(name)}`))}
      from orders where created_at > now() - interval '24 hours'`,
  ],
  shop_holds: [
    'of',
    'Orders that hold seats now, and their seats.',
    sql`select count(*)::int as orders, coalesce(sum(quantity), 0)::int as seats
      from orders where status in ('open', 'checking')`,
  ],
  shop_mails: [
    'state',
    'Mails that wait to be sent, and those that were given up or found no longer true in the last 24 hours.',
    /* `due_at` is from the last attempt: a mail may have waited for days until then. */
    sql`select count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'superseded')::int as superseded
      from outbox
      where state = 'due' or (state in ('failed', 'superseded') and due_at > now() - interval '24 hours')`,
  ],
  shop_payments: [
    'state',
    'Payments whose outcome is not known yet, money to give back, alarms, and payments no daily file has confirmed.',
    sql`select count(*) filter (where state in ${live})::int as checking,
        (count(*) filter (where state = 'refund_due')
          + (select count(*) from part_refunds where state = 'due')
          + (select count(*) from unapplied_payments where returned_at is null))::int as refund_due,
        count(alarm)::int as alarm, count(unconfirmed_since)::int as unconfirmed,
        count(*) filter (where unconfirmed_since < now() - make_interval(days => ${confirmedWithin}))::int as unconfirmed_overdue
      from payments
      where state in ${live} or state = 'refund_due' or alarm is not null or unconfirmed_since is not null`,
  ],
};

/**
 * Exposes the state of the shop from the database. The values are the same in every process, so a dashboard must use one of them
 * (`max`), not their sum.
 */
export const watchShop = (metrics: Metrics, db: Db): void => {
  for (const [name, [label, help, figures]] of Object.entries(gauges))
    createQueryGauge(metrics, name, label, help, async () => (await figures.execute(db)).rows[0] ?? {});
};

/** Exposes the waiting rooms as this process last read them. */
export const watchWaitingRoom = (metrics: Metrics, { count }: Pick<WaitingRoom, 'count'>): void =>
  createQueryGauge(
    metrics,
    'shop_waiting',
    'state',
    'Places in the waiting rooms of this server’s sites: those that wait, and those whose turn it is.',
    async () => count(),
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
