import { useEffect, useState } from 'react';

const seconds = [10, 60] as const;

/** Which text to show during a wait: 0, 1 after ten seconds, 2 after sixty. Another `waitId` restarts it; null is no wait. */
export const useWaited = (waitId: string | null): number => {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    setWaited(0);
    if (waitId === null) return;
    const timers = seconds.map((second, index) => setTimeout(() => setWaited(index + 1), second * 1000));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [waitId]);
  return waited;
};
