import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { hashOf, type Vault } from '#server/domain/tokens.ts';
import { pass } from '#server/failpoints.ts';
import { invalid, Problem } from './problem.ts';

/**
 * Who runs a request says so every few seconds; one of which nothing was heard for longer died with its process and may be
 * done again: what it had written is met by its own ids.
 */
const pulse = 5_000;
const staleAfter = sql`interval '15 seconds'`;

/** While the database is away a request that failed cannot release its key: tried so often, so many ms apart, before it is stale. */
const releases = { tries: 9, pause: 1_000 };

/** One keyed request: where it belongs, its key as the client sent it, and what tells it from another. */
export type Keyed = { scope: string; key: string; fingerprint: string };

/** An answer, and whether it is the last word; one that is not is asked for afresh next time. */
export type Given = { status: number; body: string; final: boolean };

/** Alphabets that keys are made of, the smallest first, and how many characters each has. */
const alphabets: readonly [RegExp, number][] = [
  [/^\d+$/, 10],
  [/^[\da-f]+$/i, 16],
  [/^(?:[a-z]+|[A-Z]+)$/, 26],
  [/^(?:[\da-z]+|[\dA-Z]+)$/, 36],
  [/^[\dA-Za-z]+$/, 62],
  [/^[\w-]+$/, 64],
  [/^/, 94],
];

/** A shorter key can be guessed, and the stored answer is encrypted with it. */
const leastBits = 128;

/**
 * How many bits a key of these characters can hold; how random it is cannot be seen. Hyphens between hexadecimal digits hold
 * nothing, so a UUID has 128, also one of version 4, of which six are fixed: it is what clients commonly send.
 */
const bitsOf = (key: string): number => {
  const digits = key.replaceAll('-', '');
  const counted = /^[\da-f]+$/i.test(digits) ? digits : key;
  const [, size] = alphabets.find(([pattern]) => pattern.test(counted)) ?? [null, 1];
  return counted.length * Math.log2(size);
};

/** In: the header as it came, quoted (the draft) or bare (Stripe's way). Out: the key or null. Throws invalid_input. */
export const keyOf = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  const key = header.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key) || bitsOf(key) < leastBits)
    throw invalid('idempotency-key', 'At least 128 bits, as 32 random hexadecimal digits; at most 255 visible ASCII.');
  return key;
};

/**
 * Runs a write once per key (docs/architecture.md#idempotency): key and fingerprint are stored before the effect, the answer after it;
 * the same key again gets the stored answer, another body 422, a running one 409 with Retry-After. What fails on our
 * side (5xx) or is not final leaves no answer, so that the same key may ask again.
 */
export const once = async (db: Db, vault: Vault, keyed: Keyed, run: () => Promise<Given>): Promise<Given> => {
  const key_hash = hashOf(`${keyed.scope}\n${keyed.key}`);
  const own = () => db.updateTable('idempotency').where('key_hash', '=', key_hash);

  const claimed = await db
    .insertInto('idempotency')
    .values({ key_hash, fingerprint: keyed.fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!claimed.numInsertedOrUpdatedRows) {
    const row = await db.selectFrom('idempotency').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
    if (row && row.fingerprint !== keyed.fingerprint) throw new Problem('idempotency_key_reused');
    if (row?.body && row.status) return { status: row.status, body: vault.unseal(keyed.key, row.body), final: true };
    const taken = await own()
      .set({ started_at: sql`now()` })
      .where('status', 'is', null)
      .where('started_at', '<', sql<Date>`now() - ${staleAfter}`)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw new Problem('in_flight', { retryAfter: 1 });
  }

  const alive = () => own().set({ started_at: sql`now()` }).where('status', 'is', null).execute();
  /* A beat that is missed is made up by the next. */
  const beat = setInterval(() => void alive().catch(() => {}), pulse);
  const forget = () => db.deleteFrom('idempotency').where('key_hash', '=', key_hash).execute();
  /* The failure of the request itself is what its client is told. */
  const release = (left = releases.tries): Promise<void> =>
    forget().then(
      () => {},
      () => {
        if (left > 0) setTimeout(() => void release(left - 1), releases.pause).unref();
      },
    );
  try {
    const given = await run();
    if (!given.final || given.status >= 500) await forget();
    else
      await own()
        .set({ status: given.status, body: vault.seal(keyed.key, given.body) })
        .execute();
    pass('answer_stored');
    return given;
  } catch (thrown) {
    await release();
    throw thrown;
  } finally {
    clearInterval(beat);
  }
};

/** At the start of a process that has the database to itself: what was running then is not running now. */
export const releaseKeys = async (db: Db): Promise<void> => {
  await db
    .updateTable('idempotency')
    .set({ started_at: new Date(0) })
    .where('status', 'is', null)
    .execute();
};

/** Forgets keys, and what was done with them, after a day. */
export const dropOldKeys = async (db: Db): Promise<void> => {
  const old = sql<Date>`now() - interval '24 hours'`;
  await db.deleteFrom('idempotency').where('started_at', '<', old).execute();
  await db.deleteFrom('effects').where('done_at', '<', old).execute();
};
