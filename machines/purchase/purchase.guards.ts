import { failureIn, isReset } from '#machines/shared/errors.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { Order } from '#src/domain/order.ts';
import type { PurchaseContext, PurchaseEvent } from './purchase.types.ts';

type Fact = { context: PurchaseContext; event: PurchaseEvent };

const isRequested = ({ event }: Fact, screen: Screen): boolean =>
  event.type === 'page.requested' && event.screen === screen;
const queried = ({ event }: Fact, name: string): string | undefined =>
  event.type === 'page.requested' ? event.query[name] : undefined;
const isUnpaid = ({ context }: Fact): boolean => context.completion === null;
const isPayable = ({ context }: Fact): boolean => context.method !== null && context.payment !== null;

/** Which requested page may be shown now (docs/charts.md#page-requests); pages that invitation-only sites lack are refused. */
const pageGuards = {
  asksNewOrder: (fact: Fact) => isRequested(fact, 'order') && !fact.context.site.onlyMail && !isUnpaid(fact),
  asksOrder: (fact: Fact) => isRequested(fact, 'order') && !fact.context.site.onlyMail,
  asksSignIn: (fact: Fact) =>
    isRequested(fact, 'sign-in') && !fact.context.site.onlyMail && fact.context.order !== null && isUnpaid(fact),
  asksSendedMail: (fact: Fact) => isRequested(fact, 'sended-mail') && fact.context.sentTo !== null && isUnpaid(fact),
  asksMailConfirm: (fact: Fact) => isRequested(fact, 'mail-confirm') && queried(fact, 'token') !== undefined,
  asksPayment: (fact: Fact) =>
    isRequested(fact, 'payment') &&
    fact.context.order !== null &&
    fact.context.order.customer_info !== null &&
    isUnpaid(fact),
  asksConfirm: (fact: Fact) =>
    isRequested(fact, 'confirm') && fact.context.order !== null && isPayable(fact) && isUnpaid(fact),
  /** Neither a mail's link nor a provider's return, which are handled at any time. */
  asksNoLink: (fact: Fact) => !pageGuards.asksMailConfirm(fact) && !pageGuards.asksReturn(fact),
  /** The requested page shows the total, which a coupon is changing now. */
  asksUnsureTotal: (fact: Fact) =>
    fact.context.isRepricing && (isRequested(fact, 'confirm') || isRequested(fact, 'sign-in')),
  asksReturn: (fact: Fact) => isRequested(fact, 'payment-callback'),
  asksComplete: (fact: Fact) => isRequested(fact, 'complete') && !isUnpaid(fact),
  asksError: (fact: Fact) => isRequested(fact, 'error'),
};

const orderIn = ({ event }: Fact): Order | null =>
  event.type === 'xstate.done.actor.readOrder' ? event.output.order : null;
const isLive = (order: Order | null): boolean => order?.status === 'open' || order?.status === 'expired';
const changes = ({ event }: Fact, to: Screen): boolean => event.type === 'step.change' && event.to === to;

/** The reply to the customer details has another total: the visitor has to choose a method again and so agree to it. */
const isRepriced = ({ context, event }: Fact): boolean =>
  event.type === 'xstate.done.actor.putCustomer' && event.output.order.price !== context.order?.price;

/** Guards of the purchase chart. */
export const guards = {
  ...pageGuards,
  isBought: ({ context }: Fact) => context.completion !== null,
  isRepricing: ({ context }: Fact) => context.isRepricing,
  isOnlyMail: ({ context }: Fact) => context.site.onlyMail,
  mayOrder: ({ context }: Fact) => !context.site.onlyMail,
  /** An address that was confirmed once is not confirmed again when other customer details change. */
  needsMailConfirm: ({ context: { site, changing, customer }, event }: Fact) =>
    site.mailConfirm && !(changing && event.type === 'customer.submit' && event.customer.email === customer?.email),
  hasOpenOrder: (fact: Fact) => fact.context.token !== null && isUnpaid(fact),
  hasFailed: ({ event }: Fact) => 'output' in event && 'failure' in event.output && event.output.failure !== null,
  isChanging: ({ context }: Fact) => context.changing,
  /** Only the choice changed: total and method are still valid, so confirm is the next page. */
  isChangedOnly: (fact: Fact) =>
    fact.context.changing &&
    isPayable(fact) &&
    fact.event.type === 'xstate.done.actor.order' &&
    fact.event.output.placed?.order.price === fact.context.order?.price,
  isPayable: (fact: Fact) => fact.context.changing && isPayable(fact) && !isRepriced(fact),
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
  isNamedOrder: (fact: Fact) => isLive(orderIn(fact)) && (orderIn(fact)?.customer_info ?? null) !== null,
  isLiveOrder: (fact: Fact) => isLive(orderIn(fact)) && !fact.context.site.onlyMail,
};
