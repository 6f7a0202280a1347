import { isPayingLoaded, loadPages, loadPaying } from '#machines/shared/lazy-machines.ts';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { within } from '#src/domain/within.ts';
import { screenAsked } from '#src/mirrors/address.ts';
import type { Bring } from '#src/mirrors/hash.ts';
import { storedPage } from '#src/mirrors/storage.ts';

/** Pages whose machines are in the first chunk; nothing is stored on '', and restoring a purchase loads what it needs. */
const known: readonly string[] = ['order', 'resuming', 'purchase', ''];
const purchase: readonly string[] = purchaseScreens;

let isHere = false;

/** Loads the pages around the purchase with their machines. Throws Failure connection_error after 120 s. */
const fetchAround = async (): Promise<void> => {
  await Promise.all([within(import('./around.ts')), loadPages()]);
  isHere = true;
};

const bring = (page: string): Promise<void> | null => {
  if (known.includes(page)) return null;
  if (purchase.includes(page)) return isPayingLoaded() ? null : loadPaying();
  return isHere ? null : fetchAround();
};

/** Loads the machines that a screen needs; null if they are loaded. */
export const bringCharts: Bring = bring;

/** Loads the machines of the page to be opened: the one in the address, or the stored one. */
export const openingCharts = async (site: string): Promise<void> => {
  await (bring(screenAsked()) ?? bring(storedPage(site)));
};
