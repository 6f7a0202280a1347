import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import { fixed, runStatement } from '#server/db/statement.ts';
import { pass } from '#server/shared/failpoints.ts';
import { type KeyedWrite, type KnownKey, type StatementOutcome, selectKnownKey } from '#server/shared/keyed-write.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';

/**
 * The owner of a running request refreshes a heartbeat. A stale one means that its process crashed and the request may run again;
 * rows that it had written are found by their ids.
 */
const heartbeatInterval = 5_000;
const staleAfter = sql`interval '15 seconds'`;

/**
 * While the database is unavailable, a failed request cannot release its key. It tries again every `pause` ms, until the key is
 * almost stale; from then on a retry of the request may take the key over.
 */
const releases = { tries: 9, pause: 1_000 };

/** `scope`: where the key is valid; `fingerprint`: distinguishes the request from another one with the same key. */
export type Keyed = { scope: string; key: string; fingerprint: string };

export const hashOfKey = ({ scope, key }: Keyed): string => hashOf(`${scope}\n${key}`);

/** A response. If it is not `final` it is not stored, so a retry runs again. */
export type SerializedResponse = { status: number; body: string; final: boolean };

/**
 * Least characters for 128 bits: a shorter key could be guessed, and the stored response is encrypted with it. A key of hexadecimal
 * digits, not counting hyphens, has 4 bits in each; any other key counts as 6. Smaller alphabets are not told apart: a random UUID
 * may have no letter by chance.
 */
const shortest = { hex: 32, other: 22 };

const isLongEnough = (key: string): boolean => {
  const digits = key.replaceAll('-', '');
  return /^[\da-f]+$/i.test(digits) ? digits.length >= shortest.hex : key.length >= shortest.other;
};

/**
 * Parses an Idempotency-Key header, quoted (the IETF draft) or bare (as Stripe's); null if there is none. Throws invalid_input.
 */
export const keyOf = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  const key = header.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key) || !isLongEnough(key))
    throw invalid(
      'idempotency-key',
      'At least 128 bits: 32 random hexadecimal digits or 22 other random characters; at most 255 visible ASCII.',
    );
  return key;
};

/**
 * Runs a write once per key (docs/architecture.md#idempotency): key and fingerprint are stored before the effect, the response
 * after it. The same key returns the stored response, with another body 422, while running 409 with Retry-After. Refusals
 * and errors that `run` throws, and responses that are not final, are not stored, so the key can be used again.
 */
export const once = async (
  db: Db,
  tokens: TokenService,
  keyed: Keyed,
  run: () => Promise<SerializedResponse>,
): Promise<SerializedResponse> => {
  const key_hash = hashOfKey(keyed);
  const owner = crypto.randomUUID();

  const claimed = await db
    .insertInto('idempotency')
    .values({ key_hash, fingerprint: keyed.fingerprint, owner })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!claimed.numInsertedOrUpdatedRows) {
    const row = await db.selectFrom('idempotency').selectAll().where('key_hash', '=', key_hash).executeTakeFirst();
    if (row && row.fingerprint !== keyed.fingerprint) throw new Problem('idempotency_key_reused');
    if (row?.body && row.status) return { status: row.status, body: tokens.unseal(keyed.key, row.body), final: true };
    const taken = await db
      .updateTable('idempotency')
      .set({ started_at: sql`now()`, owner })
      .where('key_hash', '=', key_hash)
      .where('status', 'is', null)
      .where('started_at', '<', sql<Date>`now() - ${staleAfter}`)
      .executeTakeFirst();
    if (taken.numUpdatedRows === 0n) throw new Problem('in_flight', { retryAfter: 1 });
  }

  /* Another process may have taken the key over, without changing `owner` if its release has none: then `status` tells. */
  const isOwn = sql<boolean>`key_hash = ${key_hash} and owner = ${owner} and status is null`;
  const own = () => db.updateTable('idempotency').where(isOwn);
  const refreshHeartbeat = () => own().set({ started_at: sql`now()` }).execute();
  /* A failed heartbeat is made up for by the next one. */
  const heartbeat = setInterval(() => void refreshHeartbeat().catch(() => {}), heartbeatInterval);
  const forget = () => db.deleteFrom('idempotency').where(isOwn).execute();
  /* Never rejects: the client must receive the error of the request itself. */
  const release = (remaining = releases.tries): Promise<void> =>
    forget().then(
      () => {},
      () => {
        if (remaining > 0) setTimeout(() => void release(remaining - 1), releases.pause).unref();
      },
    );
  try {
    const response = await run();
    if (!response.final) await forget();
    else
      await own()
        .set({ status: response.status, body: tokens.seal(keyed.key, response.body), owner: null })
        .execute();
    pass('answer_stored');
    return response;
  } catch (thrown) {
    await release();
    throw thrown;
  } finally {
    clearInterval(heartbeat);
  }
};

const readKnown = fixed('read', `select ${selectKnownKey} as known`);

/** The stored response of a key. Throws idempotency_key_reused, and in_flight while it is being used. */
const repeat = (tokens: TokenService, keyed: Keyed, known: KnownKey | null): SerializedResponse => {
  if (known && known.fingerprint !== keyed.fingerprint) throw new Problem('idempotency_key_reused');
  if (!known?.body || !known.status) throw new Problem('in_flight', { retryAfter: 1 });
  return { status: known.status, body: tokens.unseal(keyed.key, known.body), final: true };
};

/**
 * As `once`, for a write whose key is looked up and whose response is stored by the statements of its effect
 * (docs/decisions/0023-rules-judge-statements-write.md). Returns null, and has written nothing, when this write needs `once`.
 */
export const onceByStatement = async <Reply>(
  db: Db,
  tokens: TokenService,
  keyed: Keyed,
  run: (write: KeyedWrite) => Promise<StatementOutcome<Reply>>,
): Promise<SerializedResponse | { reply: Reply } | null> => {
  const { fingerprint } = keyed;
  const keyHash = hashOfKey(keyed);
  const seal = (reply: unknown): string => tokens.seal(keyed.key, JSON.stringify(reply));
  const readAgain = async () =>
    (await runStatement<{ known: KnownKey | null }>(db, readKnown, [keyHash]))[0]?.known ?? null;
  const done = await run({ keyHash, fingerprint, seal });
  if (done.kind === 'needs_transaction') return null;
  /* Null: a concurrent request stored the key after it was looked up. */
  if (done.kind === 'known') return repeat(tokens, keyed, done.known ?? (await readAgain()));
  pass('answer_stored');
  return { reply: done.reply };
};
