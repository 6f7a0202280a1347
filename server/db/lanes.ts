import { isBusy } from './unavailable.ts';

/** Connections of a process that may wait for the lock of one slot. */
export const laneWidth = 4;

/** A counting semaphore that serves requests first come, first served. */
export const createSemaphore = (size: number) => {
  let free = size;
  const queue = new Set<PromiseWithResolvers<void>>();
  return {
    /** Takes a free permit and returns null; else queues for one, and `wait` waits for it. */
    take: (wait: (permit: PromiseWithResolvers<void>) => Promise<void>): Promise<unknown> | null => {
      if (free === 0) {
        const permit = Promise.withResolvers<void>();
        queue.add(permit);
        return wait(permit).finally(() => queue.delete(permit));
      }
      free -= 1;
      return null;
    },
    /** Hands a permit to the first that waits. */
    release: (): void => {
      const [next] = queue;
      if (next) queue.delete(next);
      else free += 1;
      next?.resolve();
    },
    /** Fails all that wait. */
    fail: (thrown: unknown): void => {
      for (const permit of queue) permit.reject(thrown);
      queue.clear();
    },
    waiting: () => queue.size,
    isIdle: () => free === size,
  };
};

/**
 * Limits how many connections the work on one row may use, so that a row which a stuck process has locked cannot take all of them
 * (docs/architecture.md#lanes). At most `atOnce` calls with one key run, others wait. When one fails because of a lock, those that
 * wait behind it fail with it: they have waited as long. `outside` runs the waiting, so that it occupies no place of the admission
 * queue.
 */
export const createLanes = (atOnce: number, outside: (wait: () => Promise<void>) => Promise<void>) => {
  const lanes = new Map<string, ReturnType<typeof createSemaphore>>();
  return {
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const lane = lanes.get(key) ?? createSemaphore(atOnce);
      lanes.set(key, lane);
      const waiting = lane.take(({ promise }) => outside(() => promise));
      if (waiting) await waiting;
      try {
        return await work();
      } catch (thrown) {
        if (isBusy(thrown)) lane.fail(thrown);
        throw thrown;
      } finally {
        lane.release();
        if (lane.isIdle()) lanes.delete(key);
      }
    },
  };
};
export type Lanes = ReturnType<typeof createLanes>;
