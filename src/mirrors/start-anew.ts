import type { SiteCode } from '#src/domain/site.ts';
import { readItem, removeItem, snapshotKey, writeItem } from './storage.ts';
import { cacheToast } from './toast.ts';

const triesKey = 'ticket-store:crashes';

/** Loads the page anew where it is, once there is a line: without one the browser would show a page of its own instead. */
export const reload = (): void => {
  const go = () => location.reload();
  if (navigator.onLine) go();
  else addEventListener('online', go, { once: true });
};

/**
 * Loads the page anew; the second time in a row without the stored purchase, in case that is what breaks the screen, and
 * the page that comes says so.
 */
export const startAnew = (site: SiteCode): void => {
  if (readItem(triesKey) === 1) {
    removeItem(snapshotKey(site));
    removeItem(triesKey);
    cacheToast({ textKey: 'load_started_anew' });
  } else {
    writeItem(triesKey, 1);
  }
  reload();
};

/** A screen is there: the next crash is the first one again. */
export const forgetCrash = (): void => removeItem(triesKey);
