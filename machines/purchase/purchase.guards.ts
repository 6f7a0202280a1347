import { failureIn, isReset } from '#machines/shared/errors.ts';
import { requestIn, type Screen } from '#machines/shared/screens.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { isLive, type Order } from '#src/domain/order.ts';
import { isCustomerReady, isPayable, isUnpaid, mayShow } from '#src/domain/purchase.ts';
import type { PurchaseContext, PurchaseEvent } from './purchase.types.ts';

type Fact = { context: PurchaseContext; event: PurchaseEvent };

const orderIn = ({ event }: Fact): Order | null =>
  event.type === 'xstate.done.actor.readOrder' ? event.output.order : null;
const changes = ({ event }: Fact, to: Screen): boolean => event.type === 'step.change' && event.to === to;
/** No write has an unknown outcome: what became of a customer decides where the purchase goes. */
const mayEnter = (step: 'payment' | 'confirm', context: PurchaseContext): boolean =>
  context.attempt === null && mayShow[step](context);

/** The last page shows what the server has, so an order that cannot be paid as it is known here is read first. */
export const mustRead = (context: PurchaseContext): boolean => context.isRepricing || !mayEnter('confirm', context);

const hasOpenOrder = ({ context }: Fact): boolean => context.token !== null && isUnpaid(context);
const isOnOpenSale = ({ context }: Fact): boolean => !context.site.onlyMail;

/** Facts of a purchase, also whether a step may be shown when its address is opened (docs/charts.md#page-requests). */
export const guards = {
  isBought: ({ context }: Fact) => !isUnpaid(context),
  isInvitationOnly: (fact: Fact) => !isOnOpenSale(fact),
  isOnOpenSale,
  isMailSent: ({ context }: Fact) => mayShow['sended-mail'](context),
  /** A coupon is changing the total, which the next page shows. */
  isRepricing: ({ context }: Fact) => context.isRepricing,
  mustRead: ({ context }: Fact) => mustRead(context),
  maySignIn: ({ context }: Fact) => mayShow['sign-in'](context),
  mayChoosePayment: ({ context }: Fact) => mayEnter('payment', context),
  /** The requested page is a step, and no link or return, which leads elsewhere while an order is read. */
  isOfStep: ({ event }: Fact) => !/\.(mail-confirm|payment-callback)$/.test(event.type),
  /** The requested page is the link of a mail. */
  hasLink: ({ event }: Fact) => requestIn(event).query.token !== undefined,
  hasOpenOrder,
  /** An open order whose seats are given back before tickets are chosen again. */
  mayGiveUp: (fact: Fact) => hasOpenOrder(fact) && isOnOpenSale(fact),
  /** An order can be read by its own token, or by that of a mail's link. */
  hasOrderToRead: ({ context }: Fact) => (context.token ?? context.mailToken) !== null && isUnpaid(context),
  hasFailed: (_: unknown, { failure }: { failure: FailureDetails | null }) => failure !== null,
  /** The visitor agreed to pay in an express wallet's sheet, and is not asked again. */
  isAuthorised: ({ event }: Fact) =>
    event.type === 'xstate.done.actor.payment' && event.output.payment?.wallet !== undefined,
  mayPay: ({ context }: Fact) => mayEnter('confirm', context),
  /** A step was changed from the last page, and the payment chosen before still stands: total and visit are the same. */
  mayReturn: ({ context }: Fact) => context.changing && isPayable(context),
  /** The link of a mail will confirm the address. */
  awaitsMail: ({ context }: Fact) => context.sentTo !== null && !isCustomerReady(context.site, context.order),
  lacksCustomer: ({ context }: Fact) => !isCustomerReady(context.site, context.order),
  /** A failure is shown on the payment step, also when nothing is to be paid. */
  owesNothing: ({ context }: Fact) => context.order?.price === 0 && context.failure === null,
  hasPassedPayment: (fact: Fact) => fact.context.method === 'free' && isOnOpenSale(fact),
  isCompleted: ({ event }: Fact) => event.type === 'xstate.done.actor.checkout' && event.output.completion !== null,
  changesOrder: (fact: Fact) => changes(fact, 'order') && isOnOpenSale(fact),
  changesCustomer: (fact: Fact) => changes(fact, 'sign-in') && isOnOpenSale(fact),
  changesPayment: (fact: Fact) => changes(fact, 'payment'),
  /** The server no longer knows the order, or its time is over for good. */
  isOrderGone: ({ context, event }: Fact) =>
    isReset({ event }) || (context.mailToken === null && failureIn(event).code === 'token_not_found'),
  isDeadLink: ({ context, event }: Fact) =>
    context.mailToken !== null && ['token_not_found', 'token_unavailable'].includes(failureIn(event).code),
  isPaidOrder: (fact: Fact) => (orderIn(fact)?.completion ?? null) !== null,
  isCancelledOrder: (fact: Fact) => orderIn(fact)?.status === 'cancelled',
  isCheckingOrder: (fact: Fact) => orderIn(fact)?.status === 'checking',
  /** The order can be paid, an expired one once its seats are held again; by invitation only if its customer is known. */
  isLiveOrder: (fact: Fact) => {
    const order = orderIn(fact);
    return order !== null && isLive(order) && (isOnOpenSale(fact) || isCustomerReady(fact.context.site, order));
  },
};
