import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';

/** How often something may happen: `about` is an id that says nothing (HMAC), `within` are seconds. */
export type Limit = { about: string; most: number; within: number };

/** The longest time a limit looks back, seconds; older rows count for nothing. */
const longest = 3_600;

/** In: a limit. Out: how often it happened in its time, and seconds until the first of these is too old to count. */
const usesOf = (tx: Tx, { about, within }: Limit) =>
  tx
    .selectFrom('tries')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(${within} - extract(epoch from now() - min(tried_at)), 0)::float8`.as('wait'))
    .where('about', '=', about)
    .where('tried_at', '>', sql<Date>`now() - make_interval(secs => ${within})`)
    .executeTakeFirstOrThrow();

/**
 * Counts one use of each limit. Concurrent calls pass one after the other, in one order of ids, so that exactly `most` get
 * through. Out: the ids of the uses, to take them back. Throws rate_limited and counts nothing when one is used up.
 */
export const countUses = async (tx: Tx, limits: readonly Limit[]): Promise<string[]> => {
  for (const { about } of limits.toSorted((one, other) => (one.about < other.about ? -1 : 1)))
    await sql`select pg_advisory_xact_lock(hashtextextended(${about}, 4174))`.execute(tx);
  const waits: number[] = [];
  for (const limit of limits) {
    const { count, wait } = await usesOf(tx, limit);
    if (count >= limit.most) waits.push(wait);
  }
  if (waits.length > 0) throw new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits))) });
  const rows = limits.map(({ about }) => ({ id: crypto.randomUUID(), about }));
  if (rows.length > 0) await tx.insertInto('tries').values(rows).execute();
  return rows.map(({ id }) => id);
};

/** The same in a transaction of its own. */
export const countUsesOnce = (db: Db, limits: readonly Limit[]): Promise<string[]> =>
  inTransaction(db, (tx) => countUses(tx, limits));

/** Takes uses back: what they were counted for was right after all. */
export const takeBack = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('tries').where('id', 'in', ids).execute();
};

/** Forgets uses that no limit looks back to. */
export const dropOldUses = async (db: Db): Promise<void> => {
  await db.deleteFrom('tries').where('tried_at', '<', sql<Date>`now() - make_interval(secs => ${longest})`).execute();
};
