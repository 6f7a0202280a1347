import type { Timer } from './load-script.ts';

/** A timer whose time passes by hand: `pass` runs what is due within that many ms of its start. */
export const fakeTimer = () => {
  const waiting = new Map<() => void, number>();
  const timer: Timer = (late, ms) => {
    waiting.set(late, ms);
    return () => waiting.delete(late);
  };
  const pass = (ms: number) => {
    for (const [late, due] of waiting) if (due <= ms) late();
  };
  return { timer, pass, waiting };
};
