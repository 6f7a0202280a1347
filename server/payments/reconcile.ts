import { sql } from 'kysely';
import { fewAtOnce } from '#server/core/few-at-once.ts';
import type { Db } from '#server/db/open.ts';
import { hasDuePart, liveList, orderNumber, paymentsWithOrders } from '#server/db/scoped.ts';
import { logUnlessUnavailable } from '#server/db/unavailable.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Adapters, Attempt, LedgerEntry } from '#server/payments/providers/adapter.ts';
import type { Method } from '#src/domain/payment.ts';
import {
  type AttemptRow,
  alarmFor,
  clearAlarm,
  endComparison,
  isReturned,
  outsideRefund,
  perRound,
  raiseAlarm,
  takeComparisons,
  usualAge,
  wantComparison,
} from './alarms.ts';
import { askProvider } from './ask-provider.ts';
import { confirmedWithin, overdueAfter } from './daily-file.ts';
import { judgeOrder, owedOf, type Unmatched } from './judge-order.ts';
import { inTurn } from './look-ups.ts';
import { writeOutsideRefund } from './part-refund.ts';
import { payRefund } from './refund.ts';
import { countUnapplied, listUnapplied } from './unapplied.ts';

/** Orders with payments by a provider. */
const ordersOf = ({ db }: { db: Db }) =>
  paymentsWithOrders(db).select('payments.order_id').where('payments.method', '<>', 'free');

/** Ended attempts of an order about which a round asks, drawn each time, so that an order with many does not delay others. */
const endedAtOnce = 10;

const isEnded = ({ state }: Attempt): boolean => state === 'declined' || state === 'cancelled';

/** Attempts that are compared with the provider's ledger: all with money, and a sample of the others. */
const sampleOf = (rows: readonly AttemptRow[]): AttemptRow[] => {
  const ended = rows.filter(isEnded).sort(() => Math.random() - 0.5);
  const skipped = new Set(ended.slice(endedAtOnce));
  return rows.filter((row) => !skipped.has(row));
};

type LedgerRow = { row: AttemptRow; entry: LedgerEntry };
type Compared = { entries: LedgerRow[]; unmatched: Unmatched | null };

/** Compares an order; null when it changed on our side meanwhile, so that it is left for the next time. */
const compareOrder = async (
  deps: { db: Db; payments: Adapters },
  id: string,
  choose: (rows: readonly AttemptRow[]) => readonly AttemptRow[] = sampleOf,
): Promise<Compared | null> => {
  const read = () =>
    ordersOf(deps)
      .selectAll('payments')
      .select(['orders.status', orderNumber.as('number'), 'orders.site', hasDuePart.as('has_due_part')])
      .where('payments.order_id', '=', id)
      .orderBy('payments.created_at')
      .execute();
  const rows = await read();
  const entries: LedgerRow[] = [];
  for (const row of choose(rows)) {
    const entry = await deps.payments[row.method]?.readLedger(row, row.site);
    entries.push({ row, entry: entry ?? { kind: 'silence' } });
  }
  const ledger = entries.map(({ entry }) => entry);
  const unmatched = judgeOrder(rows, ledger);
  const after = await read();
  const moneyOf = (all: readonly AttemptRow[]) =>
    all.map((row) => [row.state, row.parts_refunded, row.has_due_part]).join();
  return moneyOf(after) === moneyOf(rows) ? { entries, unmatched } : null;
};

const olderThan = (seconds: number) => sql<boolean>`payments.asked_at < now() - make_interval(secs => ${seconds})`;

/**
 * Compares our orders with the providers' ledgers: for each order with an attempt within `days`, money captured less money
 * refunded must be what we hold for it (docs/architecture.md#bar-ledger); also older orders with an alarm. Changes nothing but
 * what the sweep compares next. Orders that changed within the last `age` seconds are left for the next time.
 */
export const reconcile = async (deps: { db: Db; payments: Adapters }, { days, age }: { days: number; age: number }) => {
  const rows = await ordersOf(deps)
    .select(sql<Date>`max(payments.asked_at)`.as('since'))
    .where(sql<boolean>`(payments.created_at > now() - make_interval(days => ${days}) or alarm is not null)`)
    .groupBy('payments.order_id')
    .having(sql<boolean>`bool_and(${olderThan(age)})`)
    .orderBy('since')
    .execute();
  const unchanged = await fewAtOnce(rows, ({ order_id }) => compareOrder(deps, order_id, (all) => all));
  const compared = unchanged.filter((one) => one !== null);
  const unmatched = compared.flatMap((one) => one.unmatched ?? []);
  /* A part that was given back at the provider is written down by the sweep. */
  const withTooLittle = compared.filter(({ unmatched: one }) => one && one.captured - one.refunded < one.owed);
  for (const { row } of withTooLittle.flatMap(({ entries }) => entries))
    if (row.state === 'paid') await wantComparison(deps.db, row.id);
  const payments = compared.flatMap(({ entries }) => entries.map(({ row }) => row));
  const differences = unmatched.filter(({ kind }) => kind === 'differs');
  const difference = differences.reduce((sum, one) => sum + Math.abs(one.captured - one.refunded - one.owed), 0);
  const sums = { orders: rows.length, payments: payments.length, owed: owedOf(payments), difference };
  return { ...sums, unmatched, ...(await listUnapplied(deps.db)) };
};
/**
 * `orders`: their number; `payments`: the number of those compared. Yen: `owed`, which we should hold for them, and the sum of the
 * differences. `unapplied`: refunds that a person has to make, however old; `unlisted`: how many more.
 */
export type Reconciled = Awaited<ReturnType<typeof reconcile>>;

/**
 * Settles money for an attempt that we had given up and whose notice was lost: polling honours the order or refunds the money, as
 * for all late money (`askProvider`). A paid order without a paid attempt is a fault and left to people.
 */
const settleLateMoney = async (deps: PaymentDeps, { entries, unmatched }: Compared): Promise<void> => {
  if (!unmatched) return;
  const { status, owed, captured, refunded } = unmatched;
  if (captured - refunded <= owed || (status === 'paid' && owed === 0)) return;
  for (const { row, entry } of entries)
    if (isEnded(row) && entry.kind === 'known' && entry.captured > entry.refunded)
      await askProvider(deps, row, { urgency: 'now' });
};

/** Compares orders with their providers' ledgers and settles what polling can settle. Returns what still does not match. */
export const watchOrders = async (deps: PaymentDeps, ids: readonly string[]): Promise<Unmatched[]> => {
  const unmatched = await fewAtOnce(ids, async (id) => {
    const first = await compareOrder(deps, id);
    if (first?.unmatched?.kind !== 'differs') return null;
    await settleLateMoney(deps, first);
    const again = await compareOrder(deps, id);
    return again?.unmatched?.kind === 'differs' ? again.unmatched : null;
  });
  return unmatched.filter((one) => one !== null);
};

/** Raises or clears a payment's alarm by what its ledger has, or writes a refund down that a person has made at the provider. */
const judgeMoney = async (deps: PaymentDeps, { row, entry }: LedgerRow): Promise<void> => {
  if (isReturned(row, entry)) return payRefund(deps, row.id, true);
  const refunded = outsideRefund(row, entry);
  if (refunded > 0) return writeOutsideRefund(deps, row, refunded);
  const kind = alarmFor(row, entry);
  /* The alarm of a refund that is due ends with the refund. */
  if (kind) await raiseAlarm(deps.db, deps.log, row, { kind, code: '' });
  else if (kind === null && row.alarm !== null && row.state !== 'refund_due') await clearAlarm(deps.db, row);
};

/** Compares orders whose money may have moved after our rows were final, and raises or ends their alarms. */
const watchMoved = async (deps: PaymentDeps, ids: readonly string[]): Promise<void> => {
  await fewAtOnce(ids, async (id) => {
    const compared = await compareOrder(deps, id);
    for (const one of compared?.entries ?? []) {
      await judgeMoney(deps, one);
      if (one.entry.kind === 'known') await endComparison(deps.db, one.row);
    }
  });
};

/** Compares the orders of these methods whose money moved by a notice. */
export const compareWanted = async (deps: PaymentDeps, by: readonly Method[]): Promise<void> =>
  watchMoved(deps, await takeComparisons(deps.db, 'wanted', by));

/**
 * Runs once a minute in each process; live payments are polled elsewhere. Never throws.
 * - It compares a random sample of orders of the last three hours, of each site in turn, settles late money without a notice, and
 *   logs an error with the number of orders that do not match.
 * - It compares as many older ones in turn, and raises their alarms.
 * - Without asking the provider it counts refunds that are due for more than a minute or by a person, alarms, refunds of money that no
 *   order can get, and payments that no daily file has confirmed in time.
 */
export const watchPayments = async (deps: PaymentDeps): Promise<void> => {
  try {
    await watchMoved(deps, await takeComparisons(deps.db, 'next'));
    const due = await ordersOf(deps)
      .where(sql<boolean>`(alarm is not null or (payments.state = 'refund_due' and ${olderThan(usualAge)}))`)
      /* A union, since PostgreSQL searches no index for conditions that `or` joins over two tables. */
      .union(({ selectFrom }) =>
        selectFrom('part_refunds')
          .innerJoin('payments', 'payments.id', 'payment_id')
          .select('order_id')
          .where('part_refunds.state', '=', 'due')
          .where(olderThan(usualAge)),
      )
      .execute();
    const drawn = await ordersOf(deps)
      .where('payments.created_at', '>', sql<Date>`now() - interval '3 hours'`)
      .groupBy(['payments.order_id', 'orders.site'])
      .having(
        sql<boolean>`bool_and(${olderThan(usualAge)} and payments.state <> 'refund_due'
          and payments.state not in ${sql.raw(liveList)})`,
      )
      .orderBy(inTurn)
      .limit(perRound)
      .execute();
    const ids = drawn.map(({ order_id }) => order_id);
    const found = await watchOrders(deps, ids);
    const overdue = await overdueAfter(deps, confirmedWithin);
    const others = [...found, ...overdue].map(({ order }) => order);
    const unmatched = new Set([...due.map(({ order_id }) => order_id), ...others]);
    const count = unmatched.size + (await countUnapplied(deps.db));
    if (count > 0) deps.log('error', 'payments_unmatched', { count });
  } catch (thrown) {
    logUnlessUnavailable(deps.log, 'payments_not_compared', thrown);
  }
};
