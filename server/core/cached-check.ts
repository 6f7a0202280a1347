/** How long a result is reused, ms: probes come every few seconds, and a flood in between costs nothing. */
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
