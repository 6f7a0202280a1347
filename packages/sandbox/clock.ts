/** Injected time, so that tests can control it. `now` is in milliseconds since 1970. */
export type Clock = {
  now(): number;
  /** Resolves after `ms`; resolves early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done);
    }),
};

/** Whole seconds, the unit of every time in Stripe's objects. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);
