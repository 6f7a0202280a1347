const maxStored = 2_000;

/**
 * Results of reads that every visitor may share for a moment (docs/architecture.md#recent-replies). `maxAge` in ms; with 0
 * every call reads.
 */
export const createRecent = (maxAge: number, now: () => number = () => performance.now()) => {
  const stored = new Map<string, { began: number; result: Promise<unknown> }>();
  return {
    /**
     * The result of `read`, or of an earlier call with this key if that began less than `maxAge` ago; concurrent calls share
     * one. A failed read is not stored.
     */
    of: <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const began = now();
      /* The results are in the sequence in which their reads began, so the first fresh one is followed by fresh ones only. */
      for (const [oldest, { began: beganAt }] of stored) {
        if (began - beganAt < maxAge && stored.size < maxStored) break;
        stored.delete(oldest);
      }
      const known = stored.get(key);
      /* Each key has results of one type only. */
      if (known) return known.result as Promise<T>;
      const result = read();
      stored.set(key, { began, result });
      void result.catch(() => {
        if (stored.get(key)?.result === result) stored.delete(key);
      });
      return result;
    },
    /** Discards every result, also of running reads: later calls read again. */
    clear: (): void => stored.clear(),
  };
};
export type Recent = ReturnType<typeof createRecent>;
