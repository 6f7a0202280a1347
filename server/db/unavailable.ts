import { DatabaseError } from 'pg-protocol';
import { faultOf, type Log } from '#server/core/log.ts';

/** Lost connections within this time (ms) share one log line: a restart of the server closes all of them. */
const sharedLine = 1_000;

/** Logs the start and the end of an outage, and a lost connection, once each for all requests that notice them. */
export const watchOutages = (log: Log, now: () => number = Date.now) => {
  let since: number | null = null;
  let lastLost = Number.NEGATIVE_INFINITY;
  return {
    lost: (code: string): void => {
      if (now() - lastLost < sharedLine) return;
      lastLost = now();
      log('warn', 'database_connection_lost', { code });
    },
    failed: (code: string): void => {
      if (since !== null) return;
      since = now();
      log('error', 'database_away', { code });
    },
    answered: (): void => {
      if (since === null) return;
      log('warn', 'database_back', { ms: now() - since });
      since = null;
    },
  };
};
export type Outage = ReturnType<typeof watchOutages>;

/**
 * The database cannot be reached, or did not reply in time. A COMMIT under way may have taken effect, so a retry must recognise
 * its own rows. `code`: SQLSTATE, a system error code, or our own.
 */
export class DatabaseUnavailable extends Error {
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`The database is not available (${code}).`, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/**
 * SQLSTATEs of a server that is down, starting, stopping, full or read-only (08 connection, 53 resources, 57P shutdown, 25P03
 * idle in a transaction for too long, 25006 standby).
 */
const away = /^(08...|53...|57P0[1-5]|25P03|25006)$/;

/** SQLSTATEs of a busy server: lock or statement timeout, deadlock, serialisation failure. The statement had no effect. */
const busy = /^(55P03|57014|40P01|40001)$/;

/** SQLSTATE or system code of an error; empty if it has none. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

/** Whether a failed query means that the database is unavailable; retrying the request later may help. */
export const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof DatabaseUnavailable || (thrown instanceof DatabaseError && away.test(codeOf(thrown)));

/** Logs the error of background work, except an unavailable database, which the pool logs once. */
export const logUnlessUnavailable = (log: Log, event: string, thrown: unknown): void => {
  if (!isUnavailable(thrown)) log('error', event, faultOf(thrown));
};

/** Whether a query was cancelled because of contention. */
export const isBusy = (thrown: unknown): boolean => thrown instanceof DatabaseError && busy.test(codeOf(thrown));

/** Whether the server is a standby or was demoted to one: the connection reaches the wrong server. */
export const isReadOnly = (thrown: unknown): boolean => codeOf(thrown) === '25006';

/** Whether the server has no free connection. */
export const isFull = (thrown: unknown): boolean => codeOf(thrown) === '53300';

/** Maps an error of node-postgres: an error reply of the server stays as it is, anything else is a failed connection. */
export const connectionFault = (thrown: unknown): Error => {
  if (thrown instanceof DatabaseError || thrown instanceof DatabaseUnavailable) return thrown;
  return new DatabaseUnavailable(codeOf(thrown) || 'connection_lost', thrown);
};
