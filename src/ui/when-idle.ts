/** Does something as soon as the page has nothing better to do. Returns what calls it off. */
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
