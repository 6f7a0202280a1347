import type { Log } from '#server/http/log.ts';

/** Logs when the database goes away and when it comes back, once each, and lost connections, however many requests notice. */
export type Outage = {
  lost: (code: string) => void;
  failed: (code: string) => void;
  answered: () => void;
};

/** Lost connections within this are one line of the log, ms: a restart loses all of them. */
const together = 1_000;

/** In: the log, and a clock in milliseconds. */
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
