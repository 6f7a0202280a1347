import { setup } from 'xstate';
import type { CheckoutEvent, CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { readOrder } from '#machines/order/order.actors.ts';
import { nothingChosen } from '#machines/order/order.logic.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import type { OrderOutput, Placed } from '#machines/order/order.types.ts';
import { startAttempt } from '#machines/shared/attempt.ts';
import { failureEvent, failureIn, isOrderOver, isReset } from '#machines/shared/errors.ts';
import { payingActors } from '#machines/shared/lazy-machines.ts';
import { eventOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog, enqueueToast } from '#machines/shared/report-failure.ts';
import type { PageRequested, Screen } from '#machines/shared/screens.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { endingOf, isLive, type Order, withoutPersonalData } from '#src/domain/order.ts';
import { holdOf, isPayable, isUnpaid, mayShow, noFacts, withOrder, withReprice } from '#src/domain/purchase.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseInput, PurchaseTypes } from './purchase.types.ts';

type Part = Partial<PurchaseContext>;
type Fact = { context: PurchaseContext; event: PurchaseEvent };

/** Context of a purchase in which nothing has happened. */
export const initialContext = ({ site, lang }: PurchaseInput): PurchaseContext => ({
  ...noFacts,
  site,
  lang,
  attempt: null,
  choice: nothingChosen,
  isWatched: false,
  drafts: {},
  refused: 0,
});

/** Clears the purchase except site and language. */
const clearedContext = (context: PurchaseContext): Part => ({ ...initialContext(context), refused: context.refused });

/** Stores the server's order, which includes the effect of an attempt with unknown outcome. */
const applyOrder = (context: PurchaseContext, placed: Placed): Part => ({
  ...withOrder(context, placed),
  attempt: null,
});

/** The order step is done: stores its choice, and the order if seats are held. */
const applyChoice = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  failure: null,
  ...(placed ? applyOrder(context, placed) : {}),
});

/** Completion clears all but itself and what was bought (docs/product.md#completion). A paid order that was read has it, too. */
export const applyCompletion = (context: PurchaseContext, checkout: CheckoutOutput | undefined): Part => {
  const { order } = context;
  const completion = checkout?.completion ?? order?.completion ?? null;
  return { ...clearedContext(context), completion, order: order && withoutPersonalData(order) };
};

/** A page requested by address: `?ref=c` marks a change variant, `r` comes from a provider and `token` from a mail. */
const applyPage = (context: PurchaseContext, { screen, query }: PageRequested): Part => ({
  changing: query.ref === 'c' && context.payment !== null,
  r: screen === 'payment-callback' ? (query.r ?? '') : null,
  mailToken: screen === 'mail-confirm' ? (query.token ?? null) : context.mailToken,
  failure: null,
});

/** An attempt that ended without a ticket: the provider's single-use token is spent. */
const applyCheckout = (context: PurchaseContext, { token, failure }: CheckoutOutput): Part => {
  const isLost = failure?.code === 'return_not_found';
  const part: Part = {
    token: token ?? context.token,
    completion: token ? null : context.completion,
    payment: null,
    r: null,
  };
  // The order belongs to another browser and must not be shown in this one.
  if (!isLost && token === null && context.token === null) return { ...part, failure };
  if (!isLost) return part;
  // The order of this browser, if there was one, has ended too.
  return { ...part, ...(token === null && context.token !== null ? clearedContext(context) : {}), failure };
};

/** Starts a write of the purchase itself. */
const startWrite = ({ attempt, token, customer }: PurchaseContext, write: 'customer' | 'mail' | 'cancel'): Part => ({
  attempt: startAttempt(attempt, { write, token, ...(write === 'cancel' ? {} : { customer }) }),
  failure: null,
});

/** The failure of an ended child, an ended order, a rejected actor or a failure event. */
const purchaseFailureIn = (event: PurchaseEvent): FailureDetails => {
  if (event.type === 'xstate.done.actor.readOrder') return endingOf(event.output.order);
  if (failureIn(event).code === 'token_not_found') return { code: 'session_timeout', unknown: false };
  const output = 'output' in event ? event.output : null;
  return output && 'failure' in output && output.failure ? output.failure : failureIn(event);
};

const pageOf = ({ event }: Fact): PageRequested => eventOf(event, 'page.requested');
const isRequested = (fact: Fact, screen: Screen): boolean => pageOf(fact).screen === screen;

/** True if this step is requested and may be shown. */
const asks =
  (screen: keyof typeof mayShow) =>
  (fact: Fact): boolean =>
    isRequested(fact, screen) && mayShow[screen](fact.context);

/** Which requested page may be shown now (docs/charts.md#page-requests). */
const pageGuards = {
  asksNewOrder: (fact: Fact) => asks('order')(fact) && !isUnpaid(fact.context),
  asksOrder: asks('order'),
  asksSignIn: asks('sign-in'),
  asksSendedMail: asks('sended-mail'),
  asksMailConfirm: (fact: Fact) => isRequested(fact, 'mail-confirm') && pageOf(fact).query.token !== undefined,
  asksPayment: asks('payment'),
  asksConfirm: asks('confirm'),
  /** Neither a mail's link nor a provider's return, which are handled at any time. */
  asksNoLink: (fact: Fact) => !pageGuards.asksMailConfirm(fact) && !pageGuards.asksReturn(fact),
  /** The requested page shows the total, which a coupon is changing now. */
  asksUnsureTotal: (fact: Fact) =>
    fact.context.isRepricing && (isRequested(fact, 'confirm') || isRequested(fact, 'sign-in')),
  asksReturn: (fact: Fact) => isRequested(fact, 'payment-callback'),
  asksComplete: asks('complete'),
  asksError: (fact: Fact) => isRequested(fact, 'error'),
};

/** The order that was read, for the guards of its branches. */
const orderIn = ({ event }: Fact): Order => eventOf(event, 'xstate.done.actor.readOrder').output.order;
const changes = ({ event }: Fact, to: Screen): boolean => eventOf(event, 'step.change').to === to;
const hasPriceOf = ({ order }: PurchaseContext, placed: Placed | null): boolean => placed?.order.price === order?.price;

/** Guards of the purchase chart. */
export const guards = {
  ...pageGuards,
  isBought: ({ context }: Fact) => !isUnpaid(context),
  isRepricing: ({ context }: Fact) => context.isRepricing,
  isOnlyMail: ({ context }: Fact) => context.site.onlyMail,
  mayOrder: ({ context }: Fact) => !context.site.onlyMail,
  /** An address that was confirmed once is not confirmed again when other customer details change. */
  needsMailConfirm: ({ context: { site, changing, customer }, event }: Fact) =>
    site.mailConfirm && !(changing && eventOf(event, 'customer.submit').customer.email === customer?.email),
  hasOpenOrder: ({ context }: Fact) => context.token !== null && isUnpaid(context),
  hasFailed: (_: unknown, { failure }: { failure: FailureDetails | null }) => failure !== null,
  isChanging: ({ context }: Fact) => context.changing,
  /** Only the choice changed: total and method are still valid, so confirm is the next page. */
  isChangedOnly: ({ context, event }: Fact) =>
    context.changing &&
    isPayable(context) &&
    hasPriceOf(context, eventOf(event, 'xstate.done.actor.order').output.placed),
  /** If the reply to the customer details has another total, the visitor chooses a method again and so agrees to it. */
  isPayable: ({ context, event }: Fact) =>
    context.changing &&
    isPayable(context) &&
    (event.type !== 'xstate.done.actor.putCustomer' || hasPriceOf(context, event.output)),
  isCompleted: ({ event }: Fact) => eventOf(event, 'xstate.done.actor.checkout').output.completion !== null,
  changesOrder: (fact: Fact) => changes(fact, 'order') && !fact.context.site.onlyMail,
  changesCustomer: (fact: Fact) => changes(fact, 'sign-in') && !fact.context.site.onlyMail,
  changesPayment: (fact: Fact) => changes(fact, 'payment'),
  /** The server no longer knows the order, or its time is over for good. */
  isOrderGone: ({ context, event }: Fact) =>
    isReset({ event }) || (context.mailToken === null && failureIn(event).code === 'token_not_found'),
  isDeadLink: ({ context, event }: Fact) =>
    context.mailToken !== null && ['token_not_found', 'token_unavailable'].includes(failureIn(event).code),
  isPaidOrder: (fact: Fact) => orderIn(fact).completion !== null,
  isCancelledOrder: (fact: Fact) => orderIn(fact).status === 'cancelled',
  isCheckingOrder: (fact: Fact) => orderIn(fact).status === 'checking',
  /** The order waits for payment; an expired hold is taken again if possible. */
  isNamedOrder: (fact: Fact) => isLive(orderIn(fact)) && orderIn(fact).customer_info !== null,
  isLiveOrder: (fact: Fact) => isLive(orderIn(fact)) && !fact.context.site.onlyMail,
};

/** Everything that a purchase runs: the same object as `payingActors`, which loading completes (docs/charts.md#loading). */
export const children = Object.assign(payingActors, { order, readOrder });

const { assign, enqueueActions, raise, sendTo } = setup({ types: {} as PurchaseTypes, actors: children });

/** Raises the failure that an event carries, which ends the purchase. */
const raiseFailure = raise(({ event }) => failureEvent(purchaseFailureIn(event)));

/** Stores the failure and, if the failure table requires it, shows a dialog. */
const reportFailure = enqueueActions(({ event, system, enqueue }) => {
  const failure = purchaseFailureIn(event);
  enqueue.assign({ failure, ...(failure.unknown ? {} : { attempt: null }) });
  enqueueFailureDialog({ event: failureEvent(failure), system, enqueue });
});

/** Actions of the purchase chart. With params its rows would not fit on a line: these read the event by `eventOf`. */
export const actions = {
  forget: assign(({ context }) => clearedContext(context)),
  assignDraft: assign(({ context, event }) => {
    const { form, fields } = eventOf(event, 'draft.kept');
    return { drafts: { ...context.drafts, [form]: fields } };
  }),
  assignPage: assign((fact) => applyPage(fact.context, pageOf(fact))),
  assignChoice: assign(({ context, event }) => applyChoice(context, eventOf(event, 'xstate.done.actor.order').output)),
  /** After the order was read, or the customer details were saved. */
  assignOrder: assign(({ context, event }) =>
    applyOrder(context, eventOf(event, 'xstate.done.actor.readOrder', 'xstate.done.actor.putCustomer').output),
  ),
  assignCustomer: assign(({ event }) => ({ customer: eventOf(event, 'customer.submit').customer, failure: null })),
  assignRepriced: assign(({ context, event }) => {
    const { snapshot } = eventOf(event, 'xstate.snapshot.payment');
    return withReprice(context, snapshot.context.order, snapshot.matches('couponing'));
  }),
  assignPayable: assign(({ event }) => {
    const { method, payment, order } = eventOf(event, 'xstate.done.actor.payment').output;
    return { method, payment, order, changed: [], failure: null };
  }),
  assignAttempt: assign(({ context, event }) =>
    applyCheckout(context, eventOf(event, 'xstate.done.actor.checkout').output),
  ),
  clearFailure: assign({ failure: null }),
  startCustomer: assign(({ context }) => startWrite(context, 'customer')),
  startMail: assign(({ context }) => startWrite(context, 'mail')),
  startCancel: assign(({ context }) => startWrite(context, 'cancel')),
  /** A payment that this tab did not send, or may not repeat, is in progress: the tab only polls its outcome. */
  switchToPolling: assign({ failure: null, payment: null }),
  markChanging: assign({ changing: true }),
  endChange: assign({ changing: false }),
  clearLink: assign({ mailToken: null }),
  watch: assign({ isWatched: true }),
  unwatch: assign({ isWatched: false }),
  assignFailure: assign(({ event }) => ({ failure: purchaseFailureIn(event) })),
  assignDecline: assign(({ event }) => ({ failure: purchaseFailureIn(event), changing: true })),
  countRefusal: assign({ refused: ({ context }) => context.refused + 1 }),
  /** Passes a provider's return to the waiting checkout. */
  passReturn: sendTo(
    'checkout',
    (fact) => ({ type: 'page.returned', r: pageOf(fact).query.r ?? null }) satisfies CheckoutEvent,
  ),
  raiseFailure,
  reportFailure,
  /** Handles what an actor threw: raises it if it ends the purchase, otherwise reports it. */
  handleFailure: enqueueActions(({ event, enqueue }) => enqueue(isOrderOver({ event }) ? raiseFailure : reportFailure)),
  spawnHold: enqueueActions(({ context, enqueue }) => {
    const options = { id: 'hold', systemId: 'hold', syncSnapshot: true } as const;
    if (!context.isWatched) enqueue.spawnChild('hold', { ...options, input: holdOf(context) });
  }),
  stopHold: enqueueActions(({ enqueue }) => {
    enqueue.stopChild('hold');
    enqueue.assign({ isWatched: false });
  }),
  /** Confirms by a toast that the seats were released. */
  showCancelledToast: enqueueActions(enqueueToast('order_cancelled')),
  /** Switches the purchase, and the order page if it is open, to the new language. */
  switchLang: enqueueActions(({ event, self, enqueue }) => {
    const chosen = eventOf(event, 'language.choose');
    const { order } = self.getSnapshot().children;
    enqueue.assign({ lang: chosen.lang });
    if (order) enqueue.sendTo(order, chosen);
  }),
};
