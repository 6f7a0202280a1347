import { type PageRequested, purchaseScreens, type Screen } from '#machines/shared/screens.ts';
import type { SiteRules } from '#src/domain/site.ts';
import type { AppContext, AppEvent } from './app.types.ts';

type Fact = { context: AppContext; event: AppEvent };

const asked = ({ event }: Fact): PageRequested | null => (event.type === 'page.requested' ? event : null);

/** Guard: one of these pages is asked for. */
const asks =
  (...screens: Screen[]) =>
  (fact: Fact): boolean =>
    screens.some((screen) => asked(fact)?.screen === screen);

/** Guard: one of these pages is asked for by a link that names what it shows. */
const opens =
  (...screens: Screen[]) =>
  (fact: Fact): boolean =>
    asks(...screens)(fact) && Boolean(asked(fact)?.params.token);

const asksChangeDate = opens('changedate', 'changedate-confirm', 'changedate-complete');

/** Screens that a site without a shop window has not: its purchases begin by mail (docs/product.md#routes-of-invitation-only-sites). */
const windowScreens: readonly Screen[] = ['order', 'sign-in'];

const isPurchasePage = (screen: Screen, site: SiteRules): boolean =>
  purchaseScreens.some((own) => own === screen) && !(site.onlyMail && windowScreens.includes(screen));

/** Every guard of the app's chart: which page an address asks for. */
export const guards = {
  isPurchasePage: (fact: Fact) => {
    const page = asked(fact);
    return page !== null && isPurchasePage(page.screen, fact.context.site);
  },
  asksTicket: opens('ticket'),
  asksReceipt: opens('receipt'),
  asksShare: opens('share'),
  asksShared: opens('shared'),
  asksSend: opens('send'),
  asksRevoke: opens('revoke'),
  asksChangeDate,
  /** Of the ticket whose date is being changed: the running flow answers. */
  asksStepOfChange: (fact: Fact) => asksChangeDate(fact) && asked(fact)?.params.token === fact.context.token,
  asksInquiry: asks('reservation-inquiry'),
  asksMailRelease: opens('mail-release'),
  asksSignage: asks('signage'),
  asksPrivacy: asks('privacy'),
  asksSpecified: asks('specified'),
  asksTerms: asks('terms'),
  asksForgotten: asks('forgotten'),
  isFree: ({ context }: Fact) => !context.paying,
};
