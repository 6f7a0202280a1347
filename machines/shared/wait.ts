import { fromPromise } from 'xstate';

/** `until`: a moment in ms since 1970, unchanged by a restore. `for`: ms from now, starts again after a restore. */
export type WaitInput = { until: number } | { for: number };

const hour = 3_600_000;

/**
 * Waits until a moment; the only timer that charts may use, since `after` is lost on restore (docs/charts.md#timers). It checks
 * every hour and when the page becomes visible, because timers stop while a phone sleeps. Resolves with how late it is, ms: a
 * large number if the device slept past the moment.
 */
export const wait = fromPromise<number, WaitInput>(({ input, signal }) => {
  const until = 'until' in input ? input.until : Date.now() + input.for;
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const left = until - Date.now();
      if (left > 0 && !signal.aborted) {
        timer = setTimeout(look, Math.min(left, hour));
        return;
      }
      globalThis.removeEventListener?.('visibilitychange', look);
      if (!signal.aborted) resolve(-left);
    };
    globalThis.addEventListener?.('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
});
