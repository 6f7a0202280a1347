import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { Problem } from '#server/http/problem.ts';

/** Wrong tries about one thing, and within how many seconds. */
const most = 10;
const within = 600;

/**
 * Runs a look-up that may be tried ten times in ten minutes for each of the things it is `about` (ids that say nothing:
 * HMACs). The try is written down before it is made, so that many at once do not get further; one that finds something is
 * struck out again, and so is one that was refused. Throws rate_limited, and what `look` throws.
 */
export const limitTries = async <T>(db: Db, about: readonly string[], look: () => Promise<T>): Promise<T> => {
  const own = about.map((thing) => ({ id: crypto.randomUUID(), about: thing }));
  const ids = own.map(({ id }) => id);
  const strikeOut = () => db.deleteFrom('tries').where('id', 'in', ids).execute();
  await db.insertInto('tries').values(own).execute();
  const counts = await db
    .selectFrom('tries')
    .select('about')
    .select(sql<number>`count(*)::int`.as('tries'))
    .select(sql<number>`${within} - extract(epoch from now() - min(tried_at))::float8`.as('wait'))
    .where('about', 'in', about)
    .where('tried_at', '>', sql<Date>`now() - make_interval(secs => ${within})`)
    .groupBy('about')
    .execute();
  const over = counts.filter(({ tries }) => tries > most);
  if (over.length > 0) {
    await strikeOut();
    throw new Problem('rate_limited', { retryAfter: Math.max(1, ...over.map(({ wait }) => Math.ceil(wait))) });
  }
  const found = await look();
  await strikeOut();
  return found;
};

/** Forgets tries that count no more. */
export const dropOldTries = async (db: Db): Promise<void> => {
  await db.deleteFrom('tries').where('tried_at', '<', sql<Date>`now() - make_interval(secs => ${within})`).execute();
};
