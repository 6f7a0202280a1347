import { useEffect, useState } from 'react';

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
