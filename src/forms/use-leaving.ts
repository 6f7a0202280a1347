import { useEffect } from 'react';
import { leaving } from '#src/domain/leaving.ts';

/** Calls `keep` when the page is left, maybe in the middle of a word. `keep` must be stable between renders. */
export const useLeaving = (keep: () => void): void =>
  useEffect(() => {
    addEventListener(leaving, keep);
    return () => removeEventListener(leaving, keep);
  }, [keep]);
