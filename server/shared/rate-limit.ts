import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { lockTexts } from '#server/shared/lock-seeds.ts';
import { Problem } from '#server/shared/problem.ts';

/**
 * `about`: a keyed hash (HMAC) of what is limited; `within`: seconds. `use`: id of this use, for one that counts once however often it
 * is repeated; by default each call is another use.
 */
export type Limit = { about: string; max: number; within: number; use?: string };

/** Longest window of any limit, seconds; older rows are not needed. */
const maxWindow = 3_600;

/** Uses of each limit in its window, seconds until the oldest of them leaves it, and whether this use is one of them. */
const usesOf = async (tx: Tx, limits: readonly Limit[]) => {
  const values = sql.join(
    limits.map(({ about, within, use }) => sql`(${about}::uuid, ${within}::int, ${use ?? null}::uuid)`),
  );
  const { rows } = await sql<{ about: string; count: number; wait: number; known: boolean }>`
    select about, count(tried_at)::int as count,
      coalesce(max(within) - extract(epoch from now() - min(tried_at)), 0)::float8 as wait,
      coalesce(bool_or(id = use), false) as known
    from (values ${values}) as asked (about, within, use)
    left join tries using (about)
    where tried_at is null or tried_at > now() - make_interval(secs => within)
    group by about`.execute(tx);
  return rows;
};

/**
 * Counts one use of each limit. Locks are taken sorted by id, so concurrent calls are serialised without deadlocks and exactly
 * `max` succeed. Returns the ids of the uses, to undo them. Throws rate_limited and counts nothing when a limit is reached;
 * a use that counts already is never refused.
 */
export const countUses = async (tx: Tx, limits: readonly Limit[]): Promise<string[]> => {
  if (limits.length === 0) return [];
  const abouts = limits.map(({ about }) => about);
  await lockTexts(tx, 'rateLimit', abouts);
  const uses = await usesOf(tx, limits);
  const waits = limits.flatMap(({ about, max }) => {
    const own = uses.find((use) => use.about === about);
    return own && !own.known && own.count >= max ? [own.wait] : [];
  });
  if (waits.length > 0) throw new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits))) });
  const rows = limits.flatMap(({ about, use = crypto.randomUUID() }) =>
    uses.some((own) => own.about === about && own.known) ? [] : [{ id: use, about }],
  );
  if (rows.length > 0)
    await tx
      .insertInto('tries')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ tried_at: sql`now()` }))
      .execute();
  return rows.map(({ id }) => id);
};

/** As `countUses`, in a separate transaction. */
export const countUsesOnce = (db: Db, limits: readonly Limit[]): Promise<string[]> =>
  inTransaction(db, (tx) => countUses(tx, limits));

/** Deletes counted uses, because the request was legitimate after all. */
export const takeBack = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('tries').where('id', 'in', ids).execute();
};

export const deleteOldUses = async (db: Db | Tx): Promise<void> => {
  await db.deleteFrom('tries').where('tried_at', '<', sql<Date>`now() - make_interval(secs => ${maxWindow})`).execute();
};
