import { purchaseScreens, type Screen } from '#machines/shared/screens.ts';
import type { SiteRules } from '#src/domain/site.ts';

/** Screens that a site without a shop window has not: its purchases begin by mail (SPEC §2 "Route rules"). */
const windowScreens: readonly Screen[] = ['order', 'sign-in'];

/** Whether the purchase answers for a screen on this site. */
export const isPurchasePage = (screen: Screen, site: SiteRules): boolean =>
  purchaseScreens.some((own) => own === screen) && !(site.onlyMail && windowScreens.includes(screen));
