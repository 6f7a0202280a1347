import { useEffect, useState } from 'react';

/** Debounces a value by `pause` ms, so that a live region announces only the final one. */
export const useSettled = <T>(value: T, pause: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
};
