/** How long one answer of the database counts, ms: health checks come every few seconds, a flood in between is free. */
const fresh = 1_000;

/**
 * In: a check of the database. Out: the same, asked at most once a second however often it is called; calls meanwhile share
 * one check. A failure is shared and kept as an answer is.
 */
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
