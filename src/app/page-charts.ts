import { bringPaying, isBrought } from '#machines/shared/later.ts';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { within } from '#src/domain/within.ts';
import { screenAsked } from '#src/mirrors/address.ts';
import type { Bring } from '#src/mirrors/hash.ts';
import { storedPage } from '#src/mirrors/storage.ts';

/** Pages whose charts are here from the start; nothing is stored on '', and a stored purchase brings what it needs. */
const known: readonly string[] = ['order', 'resuming', 'purchase', ''];
const purchase: readonly string[] = purchaseScreens;

let isHere = false;

/** Fetches the pages around the purchase, with their charts. Throws Failure connection_error after 120 s. */
const fetchAround = async (): Promise<void> => {
  await within(import('./around.ts'));
  isHere = true;
};

const bring = (page: string): Promise<void> | null => {
  if (known.includes(page)) return null;
  if (purchase.includes(page)) return isBrought('checkout') ? null : bringPaying();
  return isHere ? null : fetchAround();
};

/** In: a screen. Out: what has to come before its chart can be asked for it; null when that is here. */
export const bringCharts: Bring = bring;

/** In: the site. Ends when the charts of the page to be opened are here: the one in the address, or the one that is stored. */
export const openingCharts = async (site: string): Promise<void> => {
  await (bring(screenAsked()) ?? bring(storedPage(site)));
};
