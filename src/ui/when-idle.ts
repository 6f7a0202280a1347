/** Does something as soon as the page has nothing better to do. Out: what calls it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const turn = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(turn);
};
