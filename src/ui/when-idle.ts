/**
 * Loads what will be needed, when the browser is idle; never where the visitor saves data (Save-Data), who then loads it when it is
 * needed. Returns a function that cancels it.
 */
export const whenIdle = (work: () => void): (() => void) => {
  if (navigator.connection?.saveData) return () => undefined;
  let isCalledOff = false;
  const run = () => {
    if (!isCalledOff) work();
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
  return () => {
    isCalledOff = true;
  };
};
