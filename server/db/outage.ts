import type { Log } from '#server/http/log.ts';

/** Logs when the database goes away and when it comes back, once each, however many requests notice. */
export type Outage = {
  failed: (code: string) => void;
  answered: () => void;
};

/** In: the log, and a clock in milliseconds. */
export const watchOutages = (log: Log, now: () => number = Date.now): Outage => {
  let since: number | null = null;
  return {
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
