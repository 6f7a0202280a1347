import { sql } from 'kysely';
import type { Log } from '#server/core/log.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { hasDuePart, orderNumber } from '#server/db/scoped.ts';
import type { AlarmKind } from '#server/db/types.ts';
import type { Attempt, LedgerEntry } from '#server/payments/providers/adapter.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** An alarm, and the provider's code for it; '' where it has none. */
export type Alarm = { kind: AlarmKind; code: string };

export const noAlarm = { alarm: null, alarm_code: null, alarmed_at: null } as const;

export const alarmOf = ({ alarm, alarm_code }: Pick<Attempt, 'alarm' | 'alarm_code'>): Alarm | null =>
  alarm === null ? null : { kind: alarm, code: alarm_code ?? '' };

/** Sets an alarm in a payment that still has this state, and logs it once with the order's number. Returns whether it is new. */
export const raiseAlarm = async (
  db: Db | Tx,
  log: Log,
  { id, state }: Pick<Attempt, 'id' | 'state'>,
  { kind, code }: Alarm,
): Promise<boolean> => {
  const row = await db
    .updateTable('payments')
    .from('orders')
    .set({ alarm: kind, alarm_code: code, alarmed_at: sql<Date>`now()` })
    /* The bank returned the money to the shop, so it is due again. */
    .$if(kind === 'refund_failed' && state === 'refunded', (query) => query.set({ state: 'refund_due' }))
    .whereRef('orders.id', '=', 'payments.order_id')
    .where('payments.id', '=', id)
    .where('payments.state', '=', state)
    .where(sql<boolean>`(alarm, alarm_code) is distinct from (${kind}, ${code})`)
    .returning(['orders.id as order', orderNumber.as('number')])
    .executeTakeFirst();
  if (row) log('error', 'payment_alarm', { ...row, alarm: kind, code });
  return row !== undefined;
};

export const clearAlarm = async (db: Db, { id, state }: Attempt): Promise<void> => {
  await db.updateTable('payments').set(noAlarm).where('id', '=', id).where('state', '=', state).execute();
};

/** An attempt, and the facts of its order that a comparison with the provider's ledger needs. */
export type AttemptRow = Attempt & {
  status: OrderStatus;
  number: string | null;
  site: SiteCode;
  has_due_part: boolean;
};

/** The alarm that a ledger entry gives reason for; null for none, undefined where the entry says nothing. */
export const alarmFor = ({ state, alarm, ...row }: AttemptRow, entry: LedgerEntry): AlarmKind | null | undefined => {
  if (entry.kind !== 'known') return undefined;
  /* Yen that the provider still has of the payment, and that it should have. */
  const [held, amount] = [entry.captured - entry.refunded, row.amount - row.parts_refunded];
  if (state === 'refunded' && held > 0) return 'refund_failed';
  /* The bank returned a refunded part to the shop. */
  if (state === 'paid' && held > amount && !row.has_due_part) return 'refund_failed';
  /* Nobody has the ticket any more, and the money did not go back. */
  if (alarm === 'part_refused' && row.status === 'refunded' && held === amount) return undefined;
  if (state === 'paid' && held < amount) return 'money_missing';
  if (entry.isDisputed && state !== 'refund_due') return 'disputed';
  return null;
};

/** Whether a refund that was refused or failed has been made at the provider meanwhile. */
export const isReturned = ({ state, alarm }: Attempt, entry: LedgerEntry): boolean =>
  state === 'refund_due' && alarm !== null && entry.kind === 'known' && entry.captured <= entry.refunded;

/**
 * Yen of a part that a person has refunded at the provider; 0 for none. A lost dispute is no refund, and a refund of all that is left
 * is no part: `alarmFor` reports it.
 */
export const outsideRefund = (
  { state, amount, parts_refunded, has_due_part }: AttemptRow,
  entry: LedgerEntry,
): number => {
  if (state !== 'paid' || has_due_part || entry.kind !== 'known' || entry.isLost || entry.captured !== amount) return 0;
  const held = entry.captured - entry.refunded;
  return held > 0 ? Math.max(0, amount - parts_refunded - held) : 0;
};

/** Has the sweep compare a payment whose money is said to have moved. */
export const wantComparison = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('payments').set({ compare_wanted_at: sql`now()` }).where('id', '=', id).execute();
};

/** Ends the requests for a comparison up to the time its payment was read; later requests need another comparison. */
export const endComparison = async (db: Db, { id, compare_wanted_at: at }: Attempt): Promise<void> => {
  if (!at) return;
  await db
    .updateTable('payments')
    .set({ compare_wanted_at: null })
    .where('id', '=', id)
    /* A Date has no microseconds. */
    .where(sql<boolean>`date_trunc('milliseconds', compare_wanted_at) = ${at}`)
    .execute();
};

/** A requested comparison that has not begun, or whose last try, a minute ago, got no answer from the provider. */
const isWanted = sql<boolean>`(compare_wanted_at is not null
  and coalesce(compared_at < greatest(compare_wanted_at, now() - interval '1 minute'), true))`;

const lastTime = sql`coalesce(compared_at, created_at)`;

/** Sites take turns, so that one with many requested comparisons does not delay the others. */
const siteTurn = sql`row_number() over (
  partition by (select site from orders where orders.id = payments.order_id) order by ${lastTime})`;

/** Seconds that a change must be old, since the provider's ledger may lag behind (docs/architecture.md#bar-ledger). */
export const usualAge = 60;

/** Orders that a round compares. */
export const perRound = 20;

/**
 * Takes the orders whose money is compared next, each for one process. `wanted`: as a notice requested, of each site in turn, until
 * the provider has answered. `next`: those that were compared longest ago, however old they are, at most once an hour. Neither takes
 * free orders, Alipay of SB Payment Service, which has no call for it, or refunds, also of parts, that the sweep still repeats.
 */
export const takeComparisons = async (
  db: Db,
  which: 'wanted' | 'next',
  by: readonly Method[] = methods,
): Promise<string[]> => {
  const ready = db
    .selectFrom('payments')
    .select('id')
    .where('method', 'in', by)
    .where('method', 'not in', ['free', 'softbank_alipay'])
    .where('state', 'in', ['paid', 'refunded', 'refund_due'])
    .where(sql<boolean>`(state <> 'refund_due' or alarm is not null)`)
    .where(({ not }) => not(hasDuePart))
    .where(sql<boolean>`asked_at < now() - make_interval(secs => ${usualAge})`);
  const wanted = ready.where(isWanted);
  const drawn =
    which === 'wanted'
      ? wanted.where('id', 'in', wanted.orderBy(siteTurn).limit(perRound))
      : ready.where(sql<boolean>`${lastTime} < now() - interval '1 hour'`).orderBy(lastTime).limit(perRound);
  const rows = await db
    .updateTable('payments')
    .set({ compared_at: sql`now()` })
    .where('id', 'in', drawn.forUpdate().skipLocked())
    .returning('order_id')
    .execute();
  return [...new Set(rows.map(({ order_id }) => order_id))];
};
