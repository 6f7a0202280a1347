import { fromPromise } from 'xstate';

/** `until`: a moment in ms since 1970, survives a restore. `for`: ms from now, begins anew after a restore. */
export type WaitInput = { until: number } | { for: number };

const hour = 3_600_000;

/**
 * Sleeps until a moment; the only timer charts may use, since `after` is lost on restore (docs/charts.md#timers). Sleeps an hour
 * at most at a time and looks again when the page becomes visible, because a phone's timers stop while it sleeps. Out: how
 * late it is, ms: much, when the phone slept over the moment.
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
