import { useEffect, useState } from 'react';

/** Calls `late` after `ms` unless the returned function cancels it. Tests inject their own. */
export type Timer = (late: () => void, ms: number) => () => void;

const pageTimer: Timer = (late, ms) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

const seconds = [10, 60] as const;

/**
 * Which text to show during a wait: 0, 1 after ten seconds, 2 after sixty. `what` identifies the wait (null: none); a change
 * restarts it.
 */
export const useWaited = (what: string | null, timer: Timer = pageTimer): number => {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    setWaited(0);
    if (what === null) return;
    const stops = seconds.map((second, index) => timer(() => setWaited(index + 1), second * 1000));
    return () => {
      for (const stop of stops) stop();
    };
  }, [what, timer]);
  return waited;
};
