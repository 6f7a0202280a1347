import { createBrowserInspector } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';

const stately = 'https://stately.ai/inspect';

/**
 * Address of the inspector's window for `?inspect=`: Stately's, or a page of this origin. No other origin is allowed, because the
 * inspector receives everything the charts know.
 */
export const windowOf = (address: string): string => {
  try {
    const url = new URL(address, location.href);
    return address.startsWith('/') && url.origin === location.origin ? url.href : stately;
  } catch {
    return stately;
  }
};

/**
 * Opens the inspector's window and reports to it, including earlier events. If the browser blocks the window, it opens with the
 * first click. Returns the `inspect` option of `createActor`.
 */
export const openStately = (url: string): ((seen: InspectionEvent) => void) => {
  const inspector = createBrowserInspector({ url, autoStart: false, maxDeferredEvents: 2_000 });
  // The library opens its window under this name: it reuses the same window, which is then not blocked.
  if (window.open('', 'xstateinspector')) inspector.start();
  else addEventListener('click', () => inspector.start(), { once: true, capture: true });
  return (seen) => inspector.inspect.next?.(seen);
};
