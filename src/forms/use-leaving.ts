import { useEffect } from 'react';

/** In: what is to be kept. Does it as the page goes, which may be in the middle of a word; stable while nothing changes. */
export const useLeaving = (keep: () => void): void =>
  useEffect(() => {
    // capturing, so that it comes before the storage mirror writes no more (mirrors/storage.ts)
    addEventListener('pagehide', keep, { capture: true });
    return () => removeEventListener('pagehide', keep, { capture: true });
  }, [keep]);
