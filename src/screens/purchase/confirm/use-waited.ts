import { useEffect, useState } from 'react';

const seconds = [10, 60] as const;

/**
 * Which text to show during a wait: 0, 1 after ten seconds, 2 after sixty. `what` identifies the wait (null: none); a change
 * restarts it.
 */
export const useWaited = (what: string | null): number => {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    setWaited(0);
    if (what === null) return;
    const timers = seconds.map((second, index) => setTimeout(() => setWaited(index + 1), second * 1000));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [what]);
  return waited;
};
