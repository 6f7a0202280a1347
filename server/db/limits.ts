/** Connections of a process to PostgreSQL, and the time limits of each in milliseconds; 0 sets no limit. */
export type Limits = {
  poolSize: number;
  readPoolSize: number;
  connect: number;
  poolWait: number;
  lock: number;
  statement: number;
  idleInTransaction: number;
  keepAlive: number;
};

/**
 * Statements of the shop take milliseconds, so these limits are only reached when something is wrong. The lock limit is shorter
 * than the statement limit, so that the error names the lock. A process that hangs inside a transaction keeps its locks for
 * `idleInTransaction`.
 */
export const defaultLimits: Limits = {
  poolSize: 10,
  readPoolSize: 5,
  connect: 3_000,
  poolWait: 5_000,
  lock: 3_000,
  statement: 5_000,
  idleInTransaction: 5_000,
  keepAlive: 10_000,
};

/** For migrations, dumps, imports and seeds, which may run as long as necessary. */
export const noLimits: Limits = {
  ...defaultLimits,
  poolSize: 2,
  readPoolSize: 1,
  poolWait: 0,
  lock: 0,
  statement: 0,
  idleInTransaction: 0,
};
