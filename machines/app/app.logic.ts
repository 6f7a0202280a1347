import { catalogueMachine as catalogue } from '#machines/catalogue/catalogue.machine.ts';
import { changeDateMachine as changedate } from '#machines/change-date/change-date.machine.ts';
import { dialogMachine as dialog } from '#machines/dialog/dialog.machine.ts';
import { inquiryMachine as inquiry } from '#machines/inquiry/inquiry.machine.ts';
import { mailReleaseMachine as mailRelease } from '#machines/mail-release/mail-release.machine.ts';
import { purchaseMachine as purchase } from '#machines/purchase/purchase.machine.ts';
import { receiptMachine as receipt } from '#machines/receipt/receipt.machine.ts';
import { revokeMachine as revoke } from '#machines/revoke/revoke.machine.ts';
import { sendMachine as send } from '#machines/send/send.machine.ts';
import { shareMachine as share } from '#machines/share/share.machine.ts';
import { type PageTypes, pageRequested, purchaseScreens, requestIn } from '#machines/shared/screens.ts';
import { signageMachine as signage } from '#machines/signage/signage.machine.ts';
import { ticketMachine as ticket } from '#machines/ticket/ticket.machine.ts';
import { toastMachine as toast } from '#machines/toast/toast.machine.ts';
import type { AppContext, AppEvent, AppInput } from './app.types.ts';

/** Actors of the store, by the names that stored snapshots have. */
export const actors = {
  purchase,
  toast,
  dialog,
  catalogue,
  ticket,
  receipt,
  share,
  send,
  revoke,
  changedate,
  inquiry,
  'mail-release': mailRelease,
  signage,
};

export type AppTypes = PageTypes & {
  context: AppContext;
  events: AppEvent;
  input: AppInput;
  children: { [Id in keyof typeof actors]: Id };
};

type Fact = { context: AppContext; event: AppEvent };

/** The token in the address of a page: a part of the path, or of the query. */
const tokenIn = (event: AppEvent): string => {
  const { params, query } = requestIn(event);
  return params.token ?? query.token ?? '';
};

const isNotPaying = ({ paying, payingChange }: AppContext): boolean => !paying && !payingChange;

export const guards = {
  /**
   * The requested page is one of the purchase. Invitation-only sites have no order and no sign-in page
   * (docs/product.md#routes-of-invitation-only-sites).
   */
  isOfPurchase: ({ context, event }: Fact) => {
    const { onlyMail } = context.site;
    const offered = purchaseScreens.filter((screen) => !onlyMail || (screen !== 'order' && screen !== 'sign-in'));
    return offered.some((screen) => event.type === `page.requested.${screen}`);
  },
  /** The link of the requested page names what to show. */
  hasToken: ({ event }: Fact) => tokenIn(event) !== '',
  /** The same, and no payment is running, whose page would be left for it. */
  mayOfferLink: ({ context, event }: Fact) => tokenIn(event) !== '' && isNotPaying(context),
  /** The running flow handles requests of its steps for the ticket whose date it changes. */
  isStepOfChange: ({ context, event }: Fact) =>
    event.type.startsWith('page.requested.changedate') && tokenIn(event) === context.token,
  /** Choosing a language reloads the page, which must not interrupt a payment request (docs/charts.md). */
  isNotPaying: ({ context }: Fact) => isNotPaying(context),
  isPayingChange: ({ context }: Fact) => context.payingChange,
};

/** The token of the requested page's link. */
export const linkIn = ({ event }: { event: AppEvent }) => ({ token: tokenIn(event) });

/** The link of a mail that the visitor has confirmed, as the purchase opens it. */
export const confirmedLink = ({ context: { token } }: { context: AppContext }) =>
  pageRequested('mail-confirm', {}, { token });

/** Inputs of pages: the token of the page's link, its language, or both. */
export const linkOf = ({ context: { token, lang } }: { context: AppContext }) => ({ token, lang });
export const ticketOf = (facts: { context: AppContext }) => ({ page: 'ticket' as const, ...linkOf(facts) });
export const sharedOf = (facts: { context: AppContext }) => ({ page: 'shared' as const, ...linkOf(facts) });
export const tokenOf = ({ context: { token } }: { context: AppContext }) => ({ token });
export const langOf = ({ context: { lang } }: { context: AppContext }) => ({ lang });
