import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';

/** Wrong tries about one thing, and within how many seconds. */
const most = 10;
const within = 600;

/**
 * Wrong tries of one address, whatever they are about: a school class behind one address may mistype now and then, and
 * whoever looks for numbers gets nowhere.
 */
const mostOfAddress = 60;

/** What is tried: things by ids that say nothing (HMACs), and the address that tries, null where there is none. */
export type Tried = { about: readonly string[]; visitor: string | null };

/** Throws rate_limited when one of the things was tried often enough. */
const insistOnFew = async (tx: Tx, about: readonly string[], atMost: number): Promise<void> => {
  if (about.length === 0) return;
  const counts = await tx
    .selectFrom('tries')
    .select('about')
    .select(sql<number>`count(*)::int`.as('tries'))
    .select(sql<number>`${within} - extract(epoch from now() - min(tried_at))::float8`.as('wait'))
    .where('about', 'in', about)
    .where('tried_at', '>', sql<Date>`now() - make_interval(secs => ${within})`)
    .groupBy('about')
    .execute();
  const over = counts.filter(({ tries }) => tries >= atMost);
  if (over.length > 0)
    throw new Problem('rate_limited', { retryAfter: Math.max(1, ...over.map(({ wait }) => Math.ceil(wait))) });
};

/**
 * Writes down a try of each thing that counts whatever comes of it. Out: what it is struck out by. Throws rate_limited when
 * there were `atMost` of a thing, or `mostOfAddress` of the address, in the last ten minutes.
 */
export const noteTries = async (tx: Tx, { about: things, visitor }: Tried, atMost = most): Promise<string[]> => {
  const own = visitor === null ? [] : [visitor];
  const about = [...things, ...own];
  /* One after another for each thing, in one order of things: exactly that many get through, however many come at once. */
  for (const thing of [...about].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 4174))`.execute(tx);
  await insistOnFew(tx, things, atMost);
  await insistOnFew(tx, own, mostOfAddress);
  const rows = about.map((thing) => ({ id: crypto.randomUUID(), about: thing }));
  await tx.insertInto('tries').values(rows).execute();
  return rows.map(({ id }) => id);
};

/**
 * Runs a look-up that may be tried ten times in ten minutes for each of the things it is `about`, and more often by an
 * address. The try is written down before it is made, so that many at once do not get further; one that finds something is
 * struck out again; one that was refused does not count. Throws rate_limited, and what `look` throws.
 */
export const limitTries = async <T>(db: Db, tried: Tried, look: () => Promise<T>): Promise<T> => {
  const ids = await inTransaction(db, (tx) => noteTries(tx, tried));
  const found = await look();
  await db.deleteFrom('tries').where('id', 'in', ids).execute();
  return found;
};

/** Forgets tries that count no more. */
export const dropOldTries = async (db: Db): Promise<void> => {
  await db.deleteFrom('tries').where('tried_at', '<', sql<Date>`now() - make_interval(secs => ${within})`).execute();
};
