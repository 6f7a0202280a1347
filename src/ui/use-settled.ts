import { useEffect, useState } from 'react';

/** In: a value and a pause in ms. Out: the value once it has not changed for that long, so that a live region speaks once, not for each press. */
export const useSettled = <T>(value: T, pause: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
};
