import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';

/**
 * Seeds of the hashes that are the keys of advisory locks, by what is locked: with different seeds, equal texts do not block each
 * other. Processes of two releases run side by side, so a seed must not change. Two kinds share one: both lock ids, which never are
 * equal.
 */
export const lockSeeds = {
  rateLimit: 4174,
  invitation: 4174,
  heldSeats: 4175,
  unpaidMails: 4176,
  answers: 4177,
  sweep: 4178,
} as const;

/** Locks texts until the transaction ends, sorted, so that concurrent transactions cannot deadlock. */
export const lockTexts = async (tx: Tx, kind: keyof typeof lockSeeds, texts: readonly string[]): Promise<void> => {
  const seed = sql.lit(lockSeeds[kind]);
  const locks = texts.toSorted().map((text) => sql`pg_advisory_xact_lock(hashtextextended(${text}, ${seed}))`);
  await sql`select ${sql.join(locks)}`.execute(tx);
};
