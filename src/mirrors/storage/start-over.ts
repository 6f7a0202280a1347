import { readItem, removeItem, writeItem } from '#src/device/session-storage.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { cacheToast } from './cached-toast.ts';
import { orderKey, snapshotKey } from './stored-app.ts';

const triesKey = 'ticket-store:crashes';

/** Reloads the page once the browser is online: offline, the browser would show its own error page instead. */
export const reload = (): void => {
  const go = () => location.reload();
  if (navigator.onLine) go();
  else addEventListener('online', go, { once: true });
};

/** Reloads the page. The second time in a row it discards the stored purchase, in case that causes the crash, and says so. */
export const startOver = (site: SiteCode): void => {
  if (readItem(triesKey) === 1) {
    removeItem(snapshotKey(site));
    removeItem(orderKey(site));
    removeItem(triesKey);
    cacheToast({ textKey: 'load_started_anew' });
  } else {
    writeItem(triesKey, 1);
  }
  reload();
};

/** A screen was shown: the next crash counts as the first. */
export const forgetCrash = (): void => removeItem(triesKey);
