import { eventOf } from '#machines/shared/params.ts';
import { type PageRequested, purchaseScreens, type Screen } from '#machines/shared/screens.ts';
import type { AppContext, AppEvent } from './app.types.ts';

type Fact = { context: AppContext; event: AppEvent };

const requested = ({ event }: Fact): PageRequested => eventOf(event, 'page.requested');

/** True if one of these screens is requested. */
const requests =
  (...screens: Screen[]) =>
  (fact: Fact): boolean =>
    screens.includes(requested(fact).screen);

/** True if one of these screens is requested by a link whose token names what to show. */
const opens =
  (...screens: Screen[]) =>
  (fact: Fact): boolean =>
    requests(...screens)(fact) && Boolean(requested(fact).params.token);

const asksChangeDate = opens('changedate', 'changedate-confirm', 'changedate-complete');

/** Guards of the app's chart. */
export const guards = {
  /** Invitation-only sites have no order and no sign-in page (docs/product.md#routes-of-invitation-only-sites). */
  isPurchasePage: (fact: Fact) =>
    requests(...purchaseScreens)(fact) && !(fact.context.site.onlyMail && requests('order', 'sign-in')(fact)),
  asksTicket: opens('ticket'),
  asksReceipt: opens('receipt'),
  asksShare: opens('share'),
  asksShared: opens('shared'),
  asksSend: opens('send'),
  asksRevoke: opens('revoke'),
  asksChangeDate,
  /** The running flow handles requests for the ticket whose date it changes. */
  asksStepOfChange: (fact: Fact) => asksChangeDate(fact) && requested(fact).params.token === fact.context.token,
  asksInquiry: requests('reservation-inquiry'),
  asksMailRelease: opens('mail-release'),
  asksSignage: requests('signage'),
  asksPrivacy: requests('privacy'),
  asksSpecified: requests('specified'),
  asksTerms: requests('terms'),
  asksForgotten: requests('forgotten'),
  /** Choosing a language reloads the page, which must not interrupt a payment request (docs/charts.md). */
  isNotPaying: ({ context }: Fact) => !context.paying,
};

/** Input of a page that is identified by the token of its link. */
export const linkOf = ({ context: { token, lang } }: { context: AppContext }) => ({ token, lang });
