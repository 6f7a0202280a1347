/** How long a result is reused, ms: health probes arrive every few seconds, and a flood of requests runs the check once per second at most. */
const fresh = 1_000;

/** Caches a check: at most one per second runs, concurrent calls share it, and failures are cached too. */
export const cachedCheck = <T>(
  check: () => Promise<T>,
  now: () => number = () => performance.now(),
): (() => Promise<T>) => {
  let last: { at: number; result: Promise<T>; isOver: boolean } | null = null;
  return () => {
    if (last && (!last.isOver || now() - last.at < fresh)) return last.result;
    const own = { at: now(), result: check(), isOver: false };
    const over = () => {
      own.at = now();
      own.isOver = true;
    };
    own.result.then(over, over);
    last = own;
    return own.result;
  };
};
