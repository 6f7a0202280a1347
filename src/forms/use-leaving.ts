import { useEffect } from 'react';
import { leaving } from '#src/domain/leaving.ts';

/** In: what is to be kept. Does it as the page goes, which may be in the middle of a word; stable while nothing changes. */
export const useLeaving = (keep: () => void): void =>
  useEffect(() => {
    addEventListener(leaving, keep);
    return () => removeEventListener(leaving, keep);
  }, [keep]);
