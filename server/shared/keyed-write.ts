import { sql } from 'kysely';

/**
 * The Idempotency-Key of a write whose answer is stored by the statement of its effect
 * (docs/decisions/0023-rules-judge-statements-write.md).
 */
export type KeyedWrite = {
  keyHash: string;
  fingerprint: string;
  /** The stored reply, readable with the key only. */
  seal: (reply: unknown) => string;
};

/** A reply that is stored with its effect, for the request's key. */
export type Answer = { write: KeyedWrite; reply: unknown };

/** The last three parameters of a function that writes: key, fingerprint and answer. A transaction has none: it stores its answer itself. */
export const answerValues = (answer?: Answer): (string | null)[] =>
  answer ? [answer.write.keyHash, answer.write.fingerprint, answer.write.seal(answer.reply)] : [null, null, null];

/** The stored row of a key. `is_stale`: unfinished, and its process has died. */
export type KnownKey = { fingerprint: string; status: number | null; body: string | null; is_stale: boolean };

/** SQL: the record stored for the key of the first parameter, or null. */
export const selectKnownKey = `(select json_build_object('fingerprint', fingerprint, 'status', status, 'body', body,
  'is_stale', status is null and started_at < now() - interval '15 seconds')
  from idempotency where key_hash = $1)`;

/** The same for a query of Kysely. */
export const knownKeyOf = (keyHash: string) => {
  const [before = '', after = ''] = selectKnownKey.split('$1');
  return sql<KnownKey | null>`${sql.raw(before)}${keyHash}${sql.raw(after)}`;
};

/** Whether a key can still be used for this request. */
export const isUnused = (known: KnownKey | null, { fingerprint }: KeyedWrite): boolean =>
  known === null || (known.is_stale && known.fingerprint === fingerprint);

/**
 * The end of a write that is one statement: done, or the key was known already (null: it is in use at this moment), or the write
 * needs a transaction and nothing was written.
 */
export type StatementOutcome<Reply> =
  | { kind: 'done'; reply: Reply }
  | { kind: 'known'; known: KnownKey | null }
  | { kind: 'needs_transaction' };
