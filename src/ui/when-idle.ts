/** Runs the work when the browser is idle. Returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
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
