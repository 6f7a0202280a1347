import type { App } from '#machines/refs.ts';
import { within } from '#src/domain/within.ts';
import { requestedScreen } from './address/address.ts';
import { takeParams } from './language.ts';

/**
 * Takes a venue's link from the address of the choice of tickets, and follows it (docs/product.md#links-of-a-venue). Installed
 * before `mirrorHash`, which rewrites the address. Without its code or its texts it opens the shop as it is. `rendered`: the
 * page has taken over the server's markup, which has no choice yet; made earlier, one would not fit it.
 */
export const mirrorVenueLink = (app: App, rendered: Promise<unknown>): (() => void) => {
  const read = (): void => {
    if (requestedScreen() !== 'order') return;
    const params = takeParams('product', 'date', 'time', 'quantity', 'coupon');
    if (!`${params[0]}${params[1]}`) return;
    const follow = Promise.all([within(import('./follow-link.ts')), rendered]);
    follow.then(([{ followLink }]) => followLink(app, ...params)).catch(() => undefined);
  };
  addEventListener('popstate', read);
  read();
  return () => removeEventListener('popstate', read);
};
