import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import { orderNumber, paymentsWithOrders } from '#server/db/scoped.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { methodsOf } from '#server/payments/providers/contract-owners.ts';
import type { FileRow } from '#server/payments/providers/softbank/file.ts';
import { askProvider } from './ask-provider.ts';
import { wasPaid } from './paid.ts';
import { applyOutcome, readAttempt } from './settle.ts';

/** Days within which an Alipay payment must appear in a daily file. */
export const confirmedWithin = 3;

const Uuid = v.pipe(v.string(), v.uuid());
type Found = Attempt & { number: string | null };

const attemptFor = async ({ db }: PaymentDeps, { orderId }: FileRow): Promise<Found | undefined> => {
  if (!v.is(Uuid, orderId)) return undefined;
  return paymentsWithOrders(db)
    .selectAll('payments')
    .select(orderNumber.as('number'))
    .where('payments.id', '=', orderId)
    .where('payments.method', 'in', methodsOf('softbank'))
    .executeTakeFirst();
};

/** How a row contradicts its payment; null when it agrees. */
const contradiction = (row: FileRow, attempt: Found | undefined) => {
  if (!attempt) return 'no_payment';
  if (attempt.method !== row.method) return 'other_method';
  if (attempt.amount !== row.amount) return 'other_amount';
  if (attempt.provider_id !== null && attempt.provider_id !== row.trackingId) return 'other_tracking';
  if (row.kind === 'refund' && attempt.state !== 'refund_due' && attempt.state !== 'refunded') return 'not_refunded';
  return null;
};

type FileProblem = NonNullable<ReturnType<typeof contradiction>> | 'twice' | 'not_settled';

/** A row of the file that contradicts our payments, and how. Yen: in the file, and in our payment where there is one. */
const differenceOf = ({ line, orderId, amount }: FileRow, problem: FileProblem, attempt: Found | undefined) => {
  const { amount: ours = null, order_id: order = null, number = null } = attempt ?? {};
  return { line, orderId, problem, amount, ours, order, number };
};
export type FileDifference = ReturnType<typeof differenceOf>;

/**
 * Settles money that is only in the file: polls the provider, except for Alipay, which cannot be polled, so that the file is the
 * proof. Returns whether the attempt is paid now.
 */
const takeLate = async (deps: PaymentDeps, row: FileRow, attempt: Attempt): Promise<boolean> => {
  const { trackingId: providerId, amount } = row;
  if (row.method === 'softbank_alipay')
    await applyOutcome(deps, attempt.id, { kind: 'paid', providerId, amount, currency: 'jpy' });
  else await askProvider(deps, attempt, { urgency: 'now', isNotice: true });
  return wasPaid(await readAttempt(deps.db, attempt.id));
};

/** Confirms the payment of a row that agrees with it; null where its money could not be settled. */
const confirmRow = async (deps: PaymentDeps, row: FileRow, attempt: Found) => {
  if (row.kind === 'refund') return 'known';
  const isKnown = wasPaid(attempt);
  if (!isKnown && !(await takeLate(deps, row, attempt))) return null;
  const { numUpdatedRows } = await deps.db
    .updateTable('payments')
    .set({ unconfirmed_since: null, confirmed_at: sql`now()` })
    .where('id', '=', attempt.id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!isKnown) return 'late';
  return numUpdatedRows === 1n && attempt.unconfirmed_since !== null ? 'confirmed' : 'known';
};

/** Payments accepted on a notice that no daily file has confirmed within `days`. */
export const overdueAfter = async ({ db }: { db: Db }, days: number) => {
  const rows = await paymentsWithOrders(db)
    .select(['orders.id as order', orderNumber.as('number')])
    .select(['payments.method', 'payments.amount', 'payments.unconfirmed_since as since'])
    .where('payments.unconfirmed_since', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('payments.unconfirmed_since')
    .execute();
  return rows.map((row) => ({ ...row, since: row.since?.toISOString() ?? '' }));
};
export type Overdue = Awaited<ReturnType<typeof overdueAfter>>[number];

/**
 * Compares a provider's daily file with our payments: confirms those that were accepted on a notice alone, settles late money,
 * and lists contradictions. `late`: money in the file that was unknown to us; the order is honoured or the money refunded now. Reading
 * the same file again changes nothing.
 */
export const confirmPayments = async (deps: PaymentDeps, rows: readonly FileRow[], days: number) => {
  const counts = { confirmed: 0, known: 0, late: 0 };
  const differences: FileDifference[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const attempt = await attemptFor(deps, row);
    const key = `${row.kind} ${row.orderId}`;
    const problem = seen.has(key) ? 'twice' : contradiction(row, attempt);
    seen.add(key);
    const effect = attempt && problem === null ? await confirmRow(deps, row, attempt) : null;
    if (effect !== null) counts[effect] += 1;
    else differences.push(differenceOf(row, problem ?? 'not_settled', attempt));
  }
  const overdue = await overdueAfter(deps, days);
  if (differences.length > 0) deps.log('error', 'payments_file_differs', { count: differences.length });
  return { rows: rows.length, ...counts, differences, overdue };
};
export type Confirmed = Awaited<ReturnType<typeof confirmPayments>>;
