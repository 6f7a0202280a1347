import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Attempt, Outcome } from '#server/providers/adapter.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

type Paid = Extract<Outcome, { kind: 'paid' }>;

/**
 * Whether an id at a provider belongs to another payment of the same contract; in a query of `payments`. Other contracts do not
 * matter: each venue may choose the ids in its own.
 */
export const isTakenId = (id: string | null): RawBuilder<boolean> =>
  sql`exists (select from payments as other where other.provider_id = ${id} and other.id <> payments.id
    and provider_of(other.method) = provider_of(payments.method)
    and coalesce(other.data ->> 'contract', '') = coalesce(payments.data ->> 'contract', ''))`;

/** Whether a payment is reported under another id than the one that its attempt was paid by. */
export const isSecondPayment = ({ provider_id }: Pick<Attempt, 'provider_id'>, { providerId }: Paid): boolean =>
  provider_id !== null && providerId !== null && providerId !== provider_id;

/** Stores a reported payment that no order can get, once for each id. */
export const storeUnapplied = async (tx: Tx, payment_id: string, paid: Paid): Promise<void> => {
  const { providerId: provider_id, amount, currency } = paid;
  if (provider_id === null) return;
  await tx
    .insertInto('unapplied_payments')
    .values({ payment_id, provider_id, amount, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** A reported payment that no order can get, and its refund is due: its attempt, the provider's id, and what was paid. */
export type Unapplied = {
  payment: string;
  id: string;
  order: string;
  site: SiteCode;
  method: Method;
  amount: number;
  currency: string;
  since: string;
};

/** Every refund that is due for money that no order can get. */
export const listUnapplied = async (db: Db): Promise<Unapplied[]> => {
  const rows = await db
    .selectFrom('unapplied_payments')
    .innerJoin('payments', 'payments.id', 'unapplied_payments.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id as payment', 'unapplied_payments.provider_id as id', 'orders.id as order', 'orders.site'])
    .select(['payments.method', 'unapplied_payments.amount', 'currency', 'reported_at'])
    .where('returned_at', 'is', null)
    .orderBy('reported_at')
    .execute();
  return rows.map(({ reported_at, ...row }) => ({ ...row, since: reported_at.toISOString() }));
};

/** How many such refunds are due. */
export const countUnapplied = async (db: Db): Promise<number> => {
  const rows = db.selectFrom('unapplied_payments').select(sql<number>`count(*)::int`.as('count'));
  return (await rows.where('returned_at', 'is', null).executeTakeFirstOrThrow()).count;
};

/** Whether a report about a payment was stored as one that no order can get, and its refund is due. */
export const isUnapplied = async (db: Db, payment: string, id: string | null): Promise<boolean> => {
  if (id === null) return false;
  const row = await db
    .selectFrom('unapplied_payments')
    .select('payment_id')
    .where('payment_id', '=', payment)
    .where('provider_id', '=', id)
    .where('returned_at', 'is', null)
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
