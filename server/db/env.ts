import * as v from 'valibot';
import { defaultLimits, type Limits } from './limits.ts';

const count = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/, `a whole number, ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `at least ${least}`),
    v.maxValue(most, `at most ${most}`),
  );

/** Milliseconds; 0 sets no limit, where `least` allows it. */
const ms = (fallback: number, least = 0) => v.optional(count(least, 600_000), String(fallback));

/** Settings of database connections and of the disk under the embedded database (table in server/README.md). */
export const databaseEntries = {
  DB_POOL_SIZE: v.optional(count(1, 500), String(defaultLimits.poolSize)),
  DB_READ_POOL_SIZE: v.optional(count(1, 500), String(defaultLimits.readPoolSize)),
  DB_CONNECT_TIMEOUT_MS: ms(defaultLimits.connect, 100),
  DB_POOL_WAIT_TIMEOUT_MS: ms(defaultLimits.poolWait, 100),
  DB_LOCK_TIMEOUT_MS: ms(defaultLimits.lock),
  DB_STATEMENT_TIMEOUT_MS: ms(defaultLimits.statement),
  DB_IDLE_IN_TRANSACTION_TIMEOUT_MS: ms(defaultLimits.idleInTransaction),
  DB_KEEPALIVE_MS: ms(defaultLimits.keepAlive),
  DATA_MIN_FREE_MB: v.optional(count(0, 1_000_000), '64'),
};

type DatabaseEnv = v.InferOutput<v.ObjectSchema<typeof databaseEntries, undefined>>;

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
