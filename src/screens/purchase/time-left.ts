import { useEffect, useState } from 'react';

const second = 1000;

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / second));

/** Whole seconds until a moment (ms since 1970), updated every second; 0 after it. */
export const useSecondsLeft = (until: number): number => {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const look = () => setLeft(secondsTo(until));
    look();
    const timer = setInterval(look, second);
    return () => clearInterval(timer);
  }, [until]);
  return left;
};
