import { useEffect, useRef, useState } from 'react';

/** The current time and a tick per second; tests inject their own. */
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

/** Whole seconds until a moment (ms since 1970), updated every second; 0 after it. */
export const useSecondsLeft = (until: number, clock: Clock = pageClock): number => {
  const [left, setLeft] = useState(() => secondsTo(until, clock));
  useEffect(() => {
    const look = () => setLeft(secondsTo(until, clock));
    look();
    return clock.tick(look);
  }, [until, clock]);
  return left;
};

/** Seconds left at which the time is announced; at two minutes the dialog announces it. */
const spokenAt = [600, 300, 60];

/**
 * Minutes left to announce: at ten, five and one, and after an extension; null before. `until` is in ms since 1970, `left` the
 * seconds until then.
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
