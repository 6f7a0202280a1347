import { isBusy } from './unavailable.ts';

/** Statements of a process that may wait for one slot. */
export const laneWidth = 4;

type Waiting = { enter: () => void; fail: (thrown: unknown) => void };

/**
 * Limits how many connections the work on one row may use, so that a row which a stuck process has locked cannot take all of them
 * (docs/architecture.md#lanes). `atOnce` works of a key run, others wait their turn. When one was given up because of a lock, those that wait behind it fail with
 * it: they have waited as long. `outside` is given the waiting, so that it occupies no place of the admission queue.
 */
export const createLanes = (atOnce: number, outside: (wait: () => Promise<void>) => Promise<void>) => {
  const lanes = new Map<string, { running: number; queue: Set<Waiting> }>();
  return {
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const lane = lanes.get(key) ?? { running: 0, queue: new Set() };
      lanes.set(key, lane);
      /* Work that ends hands its permit over, so `running` stays as it is. */
      if (lane.running >= atOnce)
        await outside(() => new Promise((enter, fail) => void lane.queue.add({ enter, fail })));
      else lane.running += 1;
      try {
        return await work();
      } catch (thrown) {
        if (isBusy(thrown)) {
          const waiting = [...lane.queue];
          lane.queue.clear();
          for (const one of waiting) one.fail(thrown);
        }
        throw thrown;
      } finally {
        const [next] = lane.queue;
        if (next) {
          lane.queue.delete(next);
          next.enter();
        } else {
          lane.running -= 1;
          if (lane.running === 0) lanes.delete(key);
        }
      }
    },
  };
};
export type Lanes = ReturnType<typeof createLanes>;
