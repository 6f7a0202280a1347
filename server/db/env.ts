import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';
import { defaultLimits, type Limits } from './limits.ts';

/** Milliseconds; 0 sets no limit, where `least` allows it. */
const ms = (fallback: number, least = 0) => v.optional(wholeNumber(least, 600_000, 7), String(fallback));

/** Settings of database connections and of the disk under the embedded database (table in server/README.md). */
export const databaseEntries = {
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.startsWith('postgres', 'a postgres:// address'))),
  DB_POOL_SIZE: v.optional(wholeNumber(1, 500, 7), String(defaultLimits.poolSize)),
  DB_READ_POOL_SIZE: v.optional(wholeNumber(1, 500, 7), String(defaultLimits.readPoolSize)),
  DB_CONNECT_TIMEOUT_MS: ms(defaultLimits.connect, 100),
  DB_POOL_WAIT_TIMEOUT_MS: ms(defaultLimits.poolWait, 100),
  DB_LOCK_TIMEOUT_MS: ms(defaultLimits.lock),
  DB_STATEMENT_TIMEOUT_MS: ms(defaultLimits.statement),
  DB_IDLE_IN_TRANSACTION_TIMEOUT_MS: ms(defaultLimits.idleInTransaction),
  DB_KEEPALIVE_MS: ms(defaultLimits.keepAlive),
  DATA_MIN_FREE_MB: v.optional(wholeNumber(0, 1_000_000, 7), '64'),
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
