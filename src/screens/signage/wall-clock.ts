import { useEffect, useState } from 'react';

/** How often a wall looks at its clock, ms: often enough that a minute never seems to linger. */
const every = 1000;

/** In: how far the server's clock is ahead, ms. Out: now by the server's clock, to the minute. */
export const useWallClock = (ahead: number): number => {
  const minute = () => Math.floor((Date.now() + ahead) / 60_000) * 60_000;
  const [now, setNow] = useState(minute);
  useEffect(() => {
    const look = () => setNow(Math.floor((Date.now() + ahead) / 60_000) * 60_000);
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [ahead]);
  return now;
};
