import { type RawBuilder, sql } from 'kysely';
import type { Log } from '#server/core/log.ts';
import type { Db, Tx } from '#server/db/open.ts';
import type { Attempt, Paid } from '#server/payments/providers/adapter.ts';

/**
 * Whether an id at a provider belongs to another payment of the same contract; in a query of `payments`. Other contracts do not
 * matter: each venue may choose the ids in its own.
 */
export const isTakenId = (id: string | null): RawBuilder<boolean> =>
  sql`exists (select from payments as other where other.provider_id = ${id} and other.id <> payments.id
    and provider_of(other.method) = provider_of(payments.method)
    and coalesce(other.data ->> 'contract', '') = coalesce(payments.data ->> 'contract', ''))`;

/** Whether a payment is reported under another id than its attempt's. */
export const isSecondPayment = (
  { provider_id }: Pick<Attempt, 'provider_id'>,
  { providerId }: Pick<Paid, 'providerId'>,
): boolean => provider_id !== null && providerId !== null && providerId !== provider_id;

/** Most rows of a contract that are due: its venue can sign as many results as it likes. */
const maxDue = 1_000;

/** Refunds listed of each site, the oldest; so no site hides those of another. */
const listedOfSite = 20;

/** Refunds that are due, with their payments. */
const dueRefunds = (db: Db | Tx) =>
  db
    .selectFrom('unapplied_payments')
    .innerJoin('payments', 'payments.id', 'unapplied_payments.payment_id')
    .where('returned_at', 'is', null);

const count = sql<number>`count(*)::int`.as('count');

/** How many refunds are due by the contract of an attempt. */
const countDue = async (db: Db | Tx, { method, data }: Attempt): Promise<number> => {
  const ofContract = dueRefunds(db)
    .where(sql<boolean>`provider_of(payments.method) = provider_of(${method})`)
    .where(sql<boolean>`coalesce(payments.data ->> 'contract', '') = ${data?.contract ?? ''}`);
  return (await ofContract.select(count).executeTakeFirstOrThrow()).count;
};

/**
 * Stores a reported payment that no order can get, once for each id, up to a bound for its contract, which those that come at the
 * same time may pass. A person refunds it, since its id is not the attempt's.
 */
export const storeUnapplied = async (
  { log }: { log: Log },
  db: Db | Tx,
  attempt: Attempt,
  { providerId: provider_id, amount, currency }: Paid,
): Promise<void> => {
  if (provider_id === null) return;
  const before = await countDue(db, attempt);
  if (before >= maxDue) return;
  const done = await db
    .insertInto('unapplied_payments')
    .values({ payment_id: attempt.id, provider_id, amount, currency })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (done.numInsertedOrUpdatedRows !== 1n) return;
  const order = attempt.order_id;
  log('error', 'payment_unapplied', { order, amount });
  if (before + 1 === maxDue) log('error', 'payments_unapplied_full', { order, count: maxDue });
};

/** Refunds that are due for money that no order can get, and how many more are. */
export const listUnapplied = async (db: Db) => {
  const due = dueRefunds(db)
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id as payment', 'unapplied_payments.provider_id as id', 'orders.id as order', 'orders.site'])
    .select(['payments.method', 'unapplied_payments.amount', 'currency', 'reported_at'])
    .select(sql<number>`row_number() over (partition by orders.site order by reported_at)`.as('place'))
    .select(sql<number>`(count(*) over ())::int`.as('all'))
    .as('due');
  const rows = await db.selectFrom(due).selectAll().where('place', '<=', listedOfSite).orderBy('reported_at').execute();
  return {
    unapplied: rows.map(({ reported_at, place: _, all: __, ...row }) => ({ ...row, since: reported_at.toISOString() })),
    unlisted: (rows[0]?.all ?? 0) - rows.length,
  };
};

/** A reported payment that no order can get, and its refund is due: its attempt, the provider's id, and what was paid. */
export type Unapplied = Awaited<ReturnType<typeof listUnapplied>>['unapplied'][number];

export const countUnapplied = async (db: Db): Promise<number> =>
  (await dueRefunds(db).select(count).executeTakeFirstOrThrow()).count;

/**
 * Whether a reported payment is not its attempt's own, and nobody has noted its refund; also one that was not stored, past the bound.
 * An attempt that was paid without an id may have this one.
 */
export const isUnapplied = async (db: Db, payment: string, id: string | null): Promise<boolean> => {
  if (id === null) return false;
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', payment)
    .where('provider_id', 'is distinct from', id)
    .where(sql<boolean>`(provider_id is not null or state not in ('paid', 'refund_due', 'refunded'))`)
    .where(sql<boolean>`not exists (select from unapplied_payments as other
      where other.payment_id = payments.id and other.provider_id = ${id} and other.returned_at is not null)`)
    .executeTakeFirst();
  return row !== undefined;
};

/** Ends a due refund that the operator has made at the provider. Returns its amount in yen; null where none is due. */
export const markReturned = async (db: Db, payment: string, id: string): Promise<number | null> => {
  const done = await db
    .updateTable('unapplied_payments')
    .set({ returned_at: sql<Date>`now()` })
    .where('payment_id', '=', payment)
    .where('provider_id', '=', id)
    .where('returned_at', 'is', null)
    .returning('amount')
    .executeTakeFirst();
  return done?.amount ?? null;
};
