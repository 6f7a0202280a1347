/**
 * Runs work ahead when the browser is idle; never where the visitor saves data (Save-Data): there it is done when it is needed.
 * Returns a function that cancels it.
 */
export const whenIdle = (work: () => void): (() => void) => {
  if (navigator.connection?.saveData) return () => undefined;
  let isCancelled = false;
  const run = () => {
    if (!isCancelled) work();
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
  return () => {
    isCancelled = true;
  };
};
