import { useEffect, useState } from 'react';

/** Interval of reading the clock, ms; short enough that the minute changes on time. */
const every = 1000;

/** The current time by the server's clock, to the minute. `clockOffset`: how far that clock is ahead of this device's, ms. */
export const useWallClock = (clockOffset: number): number => {
  const minute = () => Math.floor((Date.now() + clockOffset) / 60_000) * 60_000;
  const [now, setNow] = useState(minute);
  useEffect(() => {
    const look = () => setNow(Math.floor((Date.now() + clockOffset) / 60_000) * 60_000);
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [clockOffset]);
  return now;
};
