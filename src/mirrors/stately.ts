import { createBrowserInspector } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';

const stately = 'https://stately.ai/inspect';

/**
 * In: what `?inspect=` asks for. Out: the address of the window that is told: Stately's, or one of this origin, which may play it. No other:
 * what is told is all that the charts know.
 */
export const windowOf = (asked: string): string => {
  try {
    const url = new URL(asked, location.href);
    return asked.startsWith('/') && url.origin === location.origin ? url.href : stately;
  } catch {
    return stately;
  }
};

/**
 * Opens the window and tells it, with all it missed. Where the browser lets no window open by itself, it comes with the first press.
 * Out: for `createActor`'s `inspect`.
 */
export const openStately = (url: string): ((seen: InspectionEvent) => void) => {
  const inspector = createBrowserInspector({ url, autoStart: false, maxDeferredEvents: 2_000 });
  // the name under which the library opens its window: the same one comes again, and is not blocked a second time
  if (window.open('', 'xstateinspector')) inspector.start();
  else addEventListener('click', () => inspector.start(), { once: true, capture: true });
  return (seen) => inspector.inspect.next?.(seen);
};
