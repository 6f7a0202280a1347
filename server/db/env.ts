import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';
import { defaultLimits, type Limits } from './open.ts';

const maxDigits = 7;

/** Milliseconds; 0 sets no limit, where `min` allows it. */
const ms = (fallback: number, min = 0) => v.optional(wholeNumber(min, 600_000, maxDigits), String(fallback));

/** Settings of database connections and of the disk under the embedded database (docs/settings.md). */
export const databaseEntries = {
  /**
   * Folder of the embedded database, the secret, the sandbox's ledger, the operator's endpoint and drawn logos; one
   * process at a time (operations.md, “Database”).
   */
  DATA_DIR: v.optional(v.string(), './data'),
  /** A PostgreSQL instead of the embedded database; needs `TICKET_SECRET`. */
  DATABASE_URL: v.optional(v.pipe(v.string(), v.startsWith('postgres', 'a postgres:// address'))),
  /**
   * Connections of each process to PostgreSQL for writing; the database needs (both pools + 2) × processes, and a few
   * for people (`max_connections`).
   */
  DB_POOL_SIZE: v.optional(wholeNumber(1, 500, maxDigits), String(defaultLimits.poolSize)),
  /** Connections of each process to PostgreSQL for reading. */
  DB_READ_POOL_SIZE: v.optional(wholeNumber(1, 500, maxDigits), String(defaultLimits.readPoolSize)),
  /** Time limit for connecting. */
  DB_CONNECT_TIMEOUT_MS: ms(defaultLimits.connect, 100),
  /** Time limit for a free connection. */
  DB_POOL_WAIT_TIMEOUT_MS: ms(defaultLimits.poolWait, 100),
  /** PostgreSQL's `lock_timeout` for requests; 0: the role's or server's setting. */
  DB_LOCK_TIMEOUT_MS: ms(defaultLimits.lock),
  /** PostgreSQL's `statement_timeout` for requests; 0: the role's or server's setting. */
  DB_STATEMENT_TIMEOUT_MS: ms(defaultLimits.statement),
  /** PostgreSQL's `idle_in_transaction_session_timeout` for requests; 0: the role's or server's setting. */
  DB_IDLE_IN_TRANSACTION_TIMEOUT_MS: ms(defaultLimits.idleInTransaction),
  /** Idle time after which TCP keep-alive probes a connection; 0: off. */
  DB_KEEPALIVE_MS: ms(defaultLimits.keepAlive),
  /**
   * Free space under `DATA_DIR` below which the embedded database refuses writes, until there is 1.5 times as much; 0:
   * not checked.
   */
  DATA_MIN_FREE_MB: v.optional(wholeNumber(0, 1_000_000, maxDigits), '64'),
};

export type DatabaseEnv = v.InferOutput<v.ObjectSchema<typeof databaseEntries, undefined>>;

/** Maps the settings to connection limits. */
export const limitsOf = (env: DatabaseEnv): Limits => ({
  poolSize: env.DB_POOL_SIZE,
  readPoolSize: env.DB_READ_POOL_SIZE,
  connect: env.DB_CONNECT_TIMEOUT_MS,
  poolWait: env.DB_POOL_WAIT_TIMEOUT_MS,
  lock: env.DB_LOCK_TIMEOUT_MS,
  statement: env.DB_STATEMENT_TIMEOUT_MS,
  idleInTransaction: env.DB_IDLE_IN_TRANSACTION_TIMEOUT_MS,
  keepAlive: env.DB_KEEPALIVE_MS,
});
