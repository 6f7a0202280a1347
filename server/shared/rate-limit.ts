import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { lockSeeds } from '#server/shared/lock-seeds.ts';
import { Problem } from '#server/shared/problem.ts';

/**
 * `about`: a keyed hash (HMAC) of what is limited; `within`: seconds. `afterFirstOf`: another limit of the same call; while that one
 * has no use, this one neither counts nor refuses.
 */
export type Limit = { about: string; most: number; within: number; afterFirstOf?: string };

/** Longest window of any limit, seconds; older rows are not needed. */
const longest = 3_600;

/** Uses of each limit in its window, and seconds until the oldest of them leaves it. */
const usesOf = async (tx: Tx, limits: readonly Limit[]) => {
  const values = sql.join(limits.map(({ about, within }) => sql`(${about}::uuid, ${within}::int)`));
  const { rows } = await sql<{ about: string; count: number; wait: number }>`
    select about, count(tried_at)::int as count,
      coalesce(max(within) - extract(epoch from now() - min(tried_at)), 0)::float8 as wait
    from (values ${values}) as asked (about, within)
    left join tries using (about)
    where tried_at is null or tried_at > now() - make_interval(secs => within)
    group by about`.execute(tx);
  return rows;
};

/**
 * Counts one use of each limit. Locks are taken sorted by id, so concurrent calls are serialised without deadlocks and exactly
 * `most` succeed. Returns the ids of the uses, to undo them. Throws rate_limited and counts nothing when a limit is reached.
 */
export const countUses = async (tx: Tx, limits: readonly Limit[]): Promise<string[]> => {
  if (limits.length === 0) return [];
  const inOrder = limits.map(({ about }) => about).sort();
  const locks = sql.join(
    inOrder.map((about) => sql`pg_advisory_xact_lock(hashtextextended(${about}, ${sql.lit(lockSeeds.rateLimit)}))`),
  );
  await sql`select ${locks}`.execute(tx);
  const uses = await usesOf(tx, limits);
  const countOf = (about: string) => uses.find((use) => use.about === about)?.count ?? 0;
  const counted = limits.filter(({ afterFirstOf: other }) => other === undefined || countOf(other) > 0);
  const waits = counted.flatMap(({ about, most }) => {
    const own = uses.find((use) => use.about === about);
    return own && own.count >= most ? [own.wait] : [];
  });
  if (waits.length > 0) throw new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits))) });
  const rows = counted.map(({ about }) => ({ id: crypto.randomUUID(), about }));
  await tx.insertInto('tries').values(rows).execute();
  return rows.map(({ id }) => id);
};

/** As `countUses`, in a transaction of its own. */
export const countUsesOnce = (db: Db, limits: readonly Limit[]): Promise<string[]> =>
  inTransaction(db, (tx) => countUses(tx, limits));

/** Deletes counted uses, because the request was legitimate after all. */
export const takeBack = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('tries').where('id', 'in', ids).execute();
};

/** Deletes uses older than every window. */
export const deleteOldUses = async (db: Db | Tx): Promise<void> => {
  await db.deleteFrom('tries').where('tried_at', '<', sql<Date>`now() - make_interval(secs => ${longest})`).execute();
};
