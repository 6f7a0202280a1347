import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { suppress } from '#server/orders/magazines.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { anonymiseOrders, removeIdentifiers } from './anonymise.ts';
import { isOneOf } from './person.ts';
import * as policy from './policy.ts';

export type PassDeps = policy.PolicyDeps & { db: Db; tokens: TokenService };

/** Classes of retention: names of the counts in the log, the report and the metrics. */
export const passNames = ['mails', 'subscriptions', 'link_requests', 'unpaid', 'visits', 'records'] as const;
export type PassName = (typeof passNames)[number];

/**
 * Result of a batch. `count`: rows that were due (and, unless it was a dry run, are deleted or anonymised); `next`: where the next batch
 * begins, or null.
 */
type Batch = { count: number; next: string | null };
export type Pass = (deps: PassDeps, from: string, isDry: boolean) => Promise<Batch>;

/** Sorts before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Rows per batch: some milliseconds of work, so that sales continue in between. */
const perBatch = 100;

type OrderPass = {
  /** Must match the condition of a partial index (`0022-newsletters`). */
  among: RawBuilder<boolean>;
  isOver: (deps: policy.PolicyDeps) => RawBuilder<boolean>;
  end: (tx: Tx, ids: readonly string[], deps: policy.PolicyDeps) => Promise<void>;
};

/** Locked orders are left for the next run. The condition is checked again under the lock, since rows may have changed before. */
const endOrders = (deps: PassDeps, { isOver, end }: OrderPass, ids: readonly string[]): Promise<number> =>
  inTransaction(deps.db, async (tx) => {
    const orders = tx.selectFrom('orders').select('orders.id');
    const locked = await orders.where(isOneOf('orders.id', ids)).orderBy('id').forUpdate().skipLocked().execute();
    const lockedIds = locked.map(({ id }) => id);
    const over = await orders.where(isOneOf('orders.id', lockedIds)).where(isOver(deps)).execute();
    const overIds = over.map(({ id }) => id);
    await end(tx, overIds, deps);
    return over.length;
  });

/** A pass iterates over its orders by id; batches count all rows, due or not. */
const throughOrders =
  (pass: OrderPass): Pass =>
  async (deps, from, isDry) => {
    /* The rows are limited first: PostgreSQL would otherwise read all payments for the conditions of a hundred orders. */
    const rows = await deps.db
      .selectFrom(({ selectFrom }) =>
        selectFrom('orders')
          .select('orders.id as batched')
          .where(pass.among)
          .where('orders.id', '>', from)
          .orderBy('orders.id')
          .limit(perBatch)
          .as('batch'),
      )
      .innerJoin('orders', 'orders.id', 'batch.batched')
      .select(['orders.id', pass.isOver(deps).as('over')])
      .orderBy('orders.id')
      .execute();
    const due = rows.filter(({ over }) => over).map(({ id }) => id);
    const count = isDry || due.length === 0 ? due.length : await endOrders(deps, pass, due);
    return { count, next: rows.length < perBatch ? null : (rows.at(-1)?.id ?? null) };
  };

const mails: Pass = async (deps, _from, isDry) => {
  const { db } = deps;
  const isOver = policy.mailIsOver(deps);
  if (isDry) {
    const due = db.selectFrom('outbox').select(sql<number>`count(*)::int`.as('count'));
    return { ...(await due.where(isOver).executeTakeFirstOrThrow()), next: null };
  }
  const some = db.selectFrom('outbox').select('id').where(isOver).orderBy('created_at').limit(perBatch);
  const ended = db.deleteFrom('outbox').where('id', 'in', some.forUpdate().skipLocked()).returning('id');
  const { length: count } = await ended.execute();
  return { count, next: count < perBatch ? null : firstId };
};

const subscriptions: Pass = (deps, _from, isDry) =>
  inTransaction(deps.db, async (tx) => {
    const due = tx.selectFrom('mail_magazines').select(['id', 'site', 'email']).where(policy.subscriptionIsOver(deps));
    if (isDry) return { count: (await due.execute()).length, next: null };
    const rows = await due.limit(perBatch).forUpdate().skipLocked().execute();
    await suppress(tx, deps.tokens, rows);
    return { count: rows.length, next: rows.length < perBatch ? null : firstId };
  });

const linkRequests: Pass = async ({ db }, _from, isDry) => {
  const due = await db.selectFrom('link_requests').select('id').where(policy.linkRequestIsOver).execute();
  if (!isDry) await db.deleteFrom('link_requests').where(policy.linkRequestIsOver).execute();
  return { count: due.length, next: null };
};

/** Every pass of a run, in the sequence in which they run. */
export const passes: Record<PassName, Pass> = {
  mails,
  subscriptions,
  link_requests: linkRequests,
  unpaid: throughOrders({
    among: sql<boolean>`orders.anonymised_at is null and orders.paid_at is null`,
    isOver: (deps) => sql<boolean>`(${policy.unpaidIsOver(deps)} or ${policy.visitIsOver(deps)})`,
    end: (tx, ids, deps) => anonymiseOrders(tx, ids, policy.recordsFrom(policy.visitDays(deps))),
  }),
  visits: throughOrders({
    among: sql<boolean>`orders.anonymised_at is null and orders.paid_at is not null`,
    isOver: policy.visitIsOver,
    end: (tx, ids, deps) => anonymiseOrders(tx, ids, policy.recordsFrom(policy.visitDays(deps))),
  }),
  records: throughOrders({
    among: sql<boolean>`orders.records_from is not null`,
    isOver: policy.recordsAreOver,
    end: removeIdentifiers,
  }),
};
