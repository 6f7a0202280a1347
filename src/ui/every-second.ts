/** Subscribes to the seconds of a clock, for `useSyncExternalStore`. */
export const everySecond = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
};
