import { useSyncExternalStore } from 'react';
import { everySecond } from '#src/ui/every-second.ts';

/** Whole seconds until a moment (ms since 1970), updated every second; 0 after it. */
export const useSecondsLeft = (until: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
