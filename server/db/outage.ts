import type { Log } from '#server/core/log.ts';

/** Logs the start and the end of an outage, and a lost connection, once each for all requests that notice them. */
export type Outage = {
  lost: (code: string) => void;
  failed: (code: string) => void;
  answered: () => void;
};

/** Lost connections within this time (ms) share one log line: a restart of the server closes all of them. */
const together = 1_000;

/** `now` returns milliseconds. */
export const watchOutages = (log: Log, now: () => number = Date.now): Outage => {
  let since: number | null = null;
  let lastLost = Number.NEGATIVE_INFINITY;
  return {
    lost: (code) => {
      if (now() - lastLost < together) return;
      lastLost = now();
      log('warn', 'database_connection_lost', { code });
    },
    failed: (code) => {
      if (since !== null) return;
      since = now();
      log('error', 'database_away', { code });
    },
    answered: () => {
      if (since === null) return;
      log('warn', 'database_back', { ms: now() - since });
      since = null;
    },
  };
};
