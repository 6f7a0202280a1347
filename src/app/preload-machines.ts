import { isPayingLoaded, loadPages, loadPaying } from '#machines/shared/lazy-machines.ts';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { readItem } from '#src/device/session-storage.ts';
import { within } from '#src/domain/within.ts';
import { requestedScreen } from '#src/mirrors/address/address.ts';
import type { Preload } from '#src/mirrors/address/hash.ts';
import { orderKey, storedPage } from '#src/mirrors/storage/stored-app.ts';

/** Pages whose machines are in the first chunk; nothing is stored on '', and restoring a purchase loads what it needs. */
const known: readonly string[] = ['order', 'resuming', 'purchase', ''];
const purchase: readonly string[] = purchaseScreens;

let isLoaded = false;

/** Loads the secondary pages with their machines. Throws Failure connection_error after 120 s. */
const loadSecondaryPages = async (): Promise<void> => {
  await Promise.all([within(import('./secondary-pages.ts')), loadPages()]);
  isLoaded = true;
};

const preloadPage = (page: string): Promise<unknown> | null => {
  if (known.includes(page)) return null;
  if (purchase.includes(page)) return isPayingLoaded() ? null : loadPaying();
  return isLoaded ? null : loadSecondaryPages();
};

/** Loads the machines that a screen needs; null if they are loaded. */
export const preloadMachines: Preload = preloadPage;

/** The code that goes on with what a tab has stored of a site; undefined if that is nothing. Throws Failure connection_error. */
export const loadRestore = async (site: string) => {
  if (storedPage(site) === '' && readItem(orderKey(site)) === null) return undefined;
  const [restore] = await within(Promise.all([import('#src/mirrors/storage/restore.ts'), loadPaying()]));
  return restore;
};

/** Loads together what the page to be opened needs: the one in the address, and what is stored. */
export const preloadOpeningPage = async (site: string): Promise<void> => {
  await Promise.all([preloadPage(requestedScreen()), preloadPage(storedPage(site)), loadRestore(site)]);
};
