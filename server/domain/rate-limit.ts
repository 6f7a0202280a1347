import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';

/** How often something may happen: `about` is an id that says nothing (HMAC), `within` are seconds. */
export type Limit = { about: string; most: number; within: number };

/** The longest time a limit looks back, seconds; older rows count for nothing. */
const longest = 3_600;

/** In: limits. Out: how often each happened in its time, and seconds until the first of these is too old to count. */
const usesOf = async (tx: Tx, limits: readonly Limit[]) => {
  const asked = sql.join(limits.map(({ about, within }) => sql`(${about}::uuid, ${within}::int)`));
  const { rows } = await sql<{ about: string; count: number; wait: number }>`
    select about, count(tried_at)::int as count,
      coalesce(max(within) - extract(epoch from now() - min(tried_at)), 0)::float8 as wait
    from (values ${asked}) as asked (about, within)
    left join tries using (about)
    where tried_at is null or tried_at > now() - make_interval(secs => within)
    group by about`.execute(tx);
  return rows;
};

/**
 * Counts one use of each limit. Concurrent calls pass one after the other, in one order of ids, so that exactly `most` get
 * through. Out: the ids of the uses, to take them back. Throws rate_limited and counts nothing when one is used up.
 */
export const countUses = async (tx: Tx, limits: readonly Limit[]): Promise<string[]> => {
  if (limits.length === 0) return [];
  const inOrder = limits.map(({ about }) => about).sort();
  const locks = sql.join(inOrder.map((about) => sql`pg_advisory_xact_lock(hashtextextended(${about}, 4174))`));
  await sql`select ${locks}`.execute(tx);
  const uses = await usesOf(tx, limits);
  const waits = limits.flatMap(({ about, most }) => {
    const own = uses.find((use) => use.about === about);
    return own && own.count >= most ? [own.wait] : [];
  });
  if (waits.length > 0) throw new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits))) });
  const rows = limits.map(({ about }) => ({ id: crypto.randomUUID(), about }));
  await tx.insertInto('tries').values(rows).execute();
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
