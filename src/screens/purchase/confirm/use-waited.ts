import { useEffect, useState } from 'react';

/** Calls `late` after `ms` unless taken back by what it returns. Tests bring their own. */
export type Timer = (late: () => void, ms: number) => () => void;

const pageTimer: Timer = (late, ms) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

const seconds = [10, 60] as const;

/**
 * In: what is waited for, null while nothing is. Out: how patient the words must be: 0, 1 after ten seconds, 2 after sixty.
 * Something else to wait for begins anew.
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
