import { useEffect, useState } from 'react';

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
