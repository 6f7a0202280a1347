import { invite } from '#server/orders/invite.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { customer, newKey } from './buyer.ts';
import { linkTokenOf, newAddress } from './mails.ts';
import type { Shop } from './shop.ts';

type Wanted = { site: SiteCode; slot: string; option: string; count?: number; lang?: Lang; mail?: string };

/** Creates an invitation, as `npm run ops -- invite` does, and returns the mailed link's token and the order's token. */
export const invitedTo = async (
  shop: Shop,
  { site, slot, option, count = 1, lang = 'ja', mail = newAddress() }: Wanted,
) => {
  const place = { site, base: rootOf(shop.deps.sites, site, shop.url), effectId: newKey(), visitor: null };
  const invitation = { mail, lang, slot, options: [{ id: option, count }], sets: [] };
  const id = await invite(shop.deps, place, { ...invitation, customer: { fullname: customer.fullname } });
  return { mail, link: await linkTokenOf(shop, mail), token: shop.deps.tokens.token('order', id) };
};
