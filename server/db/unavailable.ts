import { DatabaseError } from 'pg-protocol';

/**
 * The database cannot be reached, or did not answer in time. Whether a COMMIT that was under way took effect is unknown, so what
 * it wrote has to be recognised when the request is sent again. `code`: SQLSTATE, an error of the system, or one of our own.
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
 * SQLSTATEs of a server that is away, starting, stopping, full, or only reads (08 connection, 53 resources, 57P shutdown, 25P03
 * idle in a transaction for too long, 25006 a standby).
 */
const away = /^(08...|53...|57P0[1-5]|25P03|25006)$/;

/** SQLSTATEs of a server that is busy: lock or statement timeout, deadlock, serialization failure. Nothing was done. */
const busy = /^(55P03|57014|40P01|40001)$/;

/** The code of an error: SQLSTATE or the system's; empty where it has none. */
export const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

/** Whether a failed query means that the database is away; sending the request again later may help. */
export const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof DatabaseUnavailable || (thrown instanceof DatabaseError && away.test(codeOf(thrown)));

/** Whether a query was given up because others were in its way. */
export const isBusy = (thrown: unknown): boolean => thrown instanceof DatabaseError && busy.test(codeOf(thrown));

/** Whether the server is a standby, or was made one: the connection leads to the wrong server. */
export const isReadOnly = (thrown: unknown): boolean => codeOf(thrown) === '25006';

/** Whether the server has no connection left for us. */
export const isFull = (thrown: unknown): boolean => codeOf(thrown) === '53300';

/** What node-postgres throws: an answer of the server stays as it is, anything else is a connection that failed. */
export const connectionFault = (thrown: unknown): Error => {
  if (thrown instanceof DatabaseError || thrown instanceof DatabaseUnavailable) return thrown;
  return new DatabaseUnavailable(codeOf(thrown) || 'connection_lost', thrown);
};
