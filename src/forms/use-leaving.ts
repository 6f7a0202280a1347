import { useEffect } from 'react';
import { leavingEvent } from '#src/domain/leaving.ts';

/** Calls `keep` when the page is left, maybe in the middle of a word. `keep` must be stable between renders. */
export const useLeaving = (onLeave: () => void): void =>
  useEffect(() => {
    addEventListener(leavingEvent, onLeave);
    return () => removeEventListener(leavingEvent, onLeave);
  }, [onLeave]);
