import type { Log } from './log.ts';

/** How long things are counted before one line tells of them, ms. */
const interval = 5_000;

/** Kinds named in a line; the rest is only in the total. */
const mostNamed = 5;

/**
 * In: the log, and the event to write. Out: counts one thing by its kind. What comes in thousands is logged as one line in
 * five seconds: how many, and of which kinds most.
 */
export const createSummary = (log: Log, event: string): ((kind: string) => void) => {
  let counts = new Map<string, number>();
  const write = () => {
    const all = [...counts].sort(([, one], [, other]) => other - one);
    counts = new Map();
    const count = all.reduce((sum, [, each]) => sum + each, 0);
    const most = all.slice(0, mostNamed).map(([kind, each]) => `${kind} ${each}`);
    log('warn', event, { count, seconds: interval / 1000, most: most.join(', ') });
  };
  return (kind) => {
    if (counts.size === 0) setTimeout(write, interval).unref();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
};
