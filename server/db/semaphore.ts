import { DatabaseUnavailable } from './unavailable.ts';

/** A counting semaphore that serves requests first come, first served. */
export type Semaphore = {
  /** Resolves with a function that releases the permit. Throws DatabaseUnavailable (`pool_wait`) after the time limit. */
  take: () => Promise<() => void>;
  waiting: () => number;
};

/** `timeout` in ms; 0 waits for ever. */
export const createSemaphore = (size: number, timeout: number): Semaphore => {
  let free = size;
  const queue = new Set<() => void>();

  const release = (): void => {
    free += 1;
    const [next] = queue;
    next?.();
  };
  const claim = (): (() => void) => {
    free -= 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release();
    };
  };

  return {
    take: () =>
      new Promise((resolve, reject) => {
        if (free > 0) {
          resolve(claim());
          return;
        }
        const enter = () => {
          queue.delete(enter);
          clearTimeout(timer);
          resolve(claim());
        };
        const timer =
          timeout > 0
            ? setTimeout(() => {
                queue.delete(enter);
                reject(new DatabaseUnavailable('pool_wait'));
              }, timeout)
            : undefined;
        queue.add(enter);
      }),
    waiting: () => queue.size,
  };
};
