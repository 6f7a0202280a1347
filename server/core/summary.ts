import type { Log } from './log.ts';

/** Interval between two log lines, ms. */
const interval = 5_000;

/** Number of kinds in a line; others count only in the total. */
const maxNamed = 5;

/**
 * Returns a counter by kind. Frequent events are logged as one line in five seconds, with the total and the most frequent kinds.
 */
export const createSummary = (log: Log, event: string): ((kind: string) => void) => {
  let counts = new Map<string, number>();
  const write = () => {
    const all = [...counts].sort(([, one], [, other]) => other - one);
    counts = new Map();
    const count = all.reduce((sum, [, each]) => sum + each, 0);
    const most = all.slice(0, maxNamed).map(([kind, each]) => `${kind} ${each}`);
    log('warn', event, { count, seconds: interval / 1000, most: most.join(', ') });
  };
  return (kind) => {
    if (counts.size === 0) setTimeout(write, interval).unref();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
};
