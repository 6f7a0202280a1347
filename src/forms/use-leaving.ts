import { useEffect } from 'react';
import { leavingEvent } from '#src/domain/leaving.ts';

/** Calls `onLeave` when the page is left, maybe while a field is edited. `onLeave` must be stable between renders. */
export const useLeaving = (onLeave: () => void): void =>
  useEffect(() => {
    addEventListener(leavingEvent, onLeave);
    return () => removeEventListener(leavingEvent, onLeave);
  }, [onLeave]);
