import { failureIn, isReset } from '#machines/shared/errors.ts';
import { requestIn, type Screen } from '#machines/shared/screens.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { isLive, type Order } from '#src/domain/order.ts';
import { isUnpaid } from '#src/domain/purchase.ts';
import { isConfirmed, isNamed, isPayable, mayShow } from '#src/domain/purchase-steps.ts';
import type { PurchaseContext, PurchaseEvent } from './purchase.types.ts';

type Fact = { context: PurchaseContext; event: PurchaseEvent };

/** Whether a step may be shown when its address is opened (docs/charts.md#page-requests). */
const may =
  (step: keyof typeof mayShow) =>
  ({ context }: Fact): boolean =>
    mayShow[step](context);

/** The order that was read. */
const orderIn = ({ event }: Fact): Order | null =>
  event.type === 'xstate.done.actor.readOrder' ? event.output.order : null;
const liveOrderIn = (fact: Fact): Order | null => {
  const order = orderIn(fact);
  return order && isLive(order) ? order : null;
};
const changes = ({ event }: Fact, to: Screen): boolean => event.type === 'step.change' && event.to === to;
/** No customer is known, or no more since a reply was lost. */
const isLost = ({ order }: PurchaseContext): boolean => order?.customer_info === null;
const isAgreed = (context: PurchaseContext): boolean =>
  context.changing && isPayable(context) && (isLost(context) || isNamed(context.site, context.order));
/** No write has an unknown outcome: what became of a customer decides where the purchase goes. */
const mayEnter =
  (step: 'payment' | 'confirm') =>
  ({ context }: Fact): boolean =>
    context.attempt === null && mayShow[step](context);

/** The last page shows what the server has: what cannot be paid as it is known is read first. */
export const isUnread = (context: PurchaseContext): boolean =>
  context.isRepricing || context.attempt !== null || !mayShow.confirm(context);

const hasOpenOrder = ({ context }: Fact): boolean => context.token !== null && isUnpaid(context);
const mayOrder = ({ context }: Fact): boolean => !context.site.onlyMail;

/** Guards of the purchase chart. */
export const guards = {
  isBought: ({ context }: Fact) => !isUnpaid(context),
  isOnlyMail: ({ context }: Fact) => context.site.onlyMail,
  mayOrder,
  isMailSent: may('sended-mail'),
  /** A coupon is changing the total, which the next page shows. */
  isRepricing: ({ context }: Fact) => context.isRepricing,
  isUnread: ({ context }: Fact) => isUnread(context),
  maySignIn: may('sign-in'),
  mayChoosePayment: mayEnter('payment'),
  /** The requested page is a step, and no link or return, which leads elsewhere while an order is read. */
  isOfStep: ({ event }: Fact) => !/\.(mail-confirm|payment-callback)$/.test(event.type),
  /** The requested page is the link of a mail. */
  hasLink: ({ event }: Fact) => requestIn(event).query.token !== undefined,
  /** An address that was confirmed once is not confirmed again when other customer details change. */
  needsMailConfirm: ({ context, event }: Fact) =>
    event.type === 'customer.submit' && context.site.mailConfirm && !isConfirmed(context, event.customer.email),
  hasOpenOrder,
  /** An open order whose seats are given back before tickets are chosen again. */
  mayGiveUp: (fact: Fact) => hasOpenOrder(fact) && mayOrder(fact),
  /** An order can be read by its own token, or by that of a mail's link. */
  hasOrderToRead: ({ context }: Fact) => (context.token ?? context.mailToken) !== null && isUnpaid(context),
  hasFailed: (_: unknown, { failure }: { failure: FailureDetails | null }) => failure !== null,
  /** The visitor agreed to pay in an express wallet's sheet, and is not asked again. */
  isAuthorised: ({ event }: Fact) =>
    event.type === 'xstate.done.actor.payment' && event.output.payment?.wallet !== undefined,
  isChange: ({ context }: Fact) => context.changing,
  /** A step was changed, and the order can be paid as it was chosen: another total or visit has cleared the payment. */
  isPayableChange: ({ context }: Fact) => context.changing && mayShow.confirm(context),
  mayPay: mayEnter('confirm'),
  /** A step is changed of an order whose payment was chosen: confirm is the next page. */
  isAgreed: ({ context }: Fact) => isAgreed(context) || context.isRepricing,
  isCompleted: ({ event }: Fact) => event.type === 'xstate.done.actor.checkout' && event.output.completion !== null,
  changesOrder: (fact: Fact) => changes(fact, 'order') && !fact.context.site.onlyMail,
  changesCustomer: (fact: Fact) => changes(fact, 'sign-in') && !fact.context.site.onlyMail,
  changesPayment: (fact: Fact) => changes(fact, 'payment'),
  /** The server no longer knows the order, or its time is over for good. */
  isOrderGone: ({ context, event }: Fact) =>
    isReset({ event }) || (context.mailToken === null && failureIn(event).code === 'token_not_found'),
  isDeadLink: ({ context, event }: Fact) =>
    context.mailToken !== null && ['token_not_found', 'token_unavailable'].includes(failureIn(event).code),
  isPaidOrder: (fact: Fact) => (orderIn(fact)?.completion ?? null) !== null,
  isCancelledOrder: (fact: Fact) => orderIn(fact)?.status === 'cancelled',
  isCheckingOrder: (fact: Fact) => orderIn(fact)?.status === 'checking',
  /** The order waits for payment; an expired hold is taken again if possible. */
  isNamedOrder: (fact: Fact) => isNamed(fact.context.site, liveOrderIn(fact)),
  isLiveOrder: (fact: Fact) => liveOrderIn(fact) !== null && mayOrder(fact),
};
