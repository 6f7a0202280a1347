/** Runs `work` repeatedly, never twice at a time. The returned function stops it and waits for a running call. */
export const every = (ms: number, work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      running = work().finally(plan);
    }, ms);
  };
  plan();
  return async () => {
    clearTimeout(timer);
    // A call that was running has planned the next one.
    await running;
    clearTimeout(timer);
  };
};
