import { useEffect, useRef, useState } from 'react';

/** What tells the time and ticks; tests bring their own. */
export type Clock = { now: () => number; tick: (onTick: () => void) => () => void };

const second = 1000;

export const pageClock: Clock = {
  now: () => Date.now(),
  tick: (onTick) => {
    const timer = setInterval(onTick, second);
    return () => clearInterval(timer);
  },
};

const secondsTo = (until: number, clock: Clock): number => Math.max(0, Math.ceil((until - clock.now()) / second));

/** In: a moment in ms since 1970. Out: whole seconds until it, kept up to date; 0 from then on. */
export const useSecondsLeft = (until: number, clock: Clock = pageClock): number => {
  const [left, setLeft] = useState(() => secondsTo(until, clock));
  useEffect(() => {
    const look = () => setLeft(secondsTo(until, clock));
    look();
    return clock.tick(look);
  }, [until, clock]);
  return left;
};

/** Seconds left at which the time is said aloud; at two minutes a dialog says it. */
const spokenAt = [600, 300, 60];

/**
 * In: a moment in ms since 1970, and the seconds until it. Out: how many minutes are left, when that is worth being said:
 * at ten, five and one, and when there are more of them again; null before.
 */
export const useSpokenMinutes = (until: number, left: number, clock: Clock = pageClock): number | null => {
  const [minutes, setMinutes] = useState<number | null>(null);
  const met = useRef({ until, left });
  useEffect(() => {
    const was = met.current;
    met.current = { until, left };
    const passed = spokenAt.find((mark) => was.left > mark && left <= mark);
    if (was.until !== until) setMinutes(Math.round((until - clock.now()) / 60_000));
    else if (passed) setMinutes(passed / 60);
  }, [until, left, clock]);
  return minutes;
};
