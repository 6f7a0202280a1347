import { setup } from 'xstate';
import type { CheckoutEvent, CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { readOrder } from '#machines/order/order.actors.ts';
import { nothingChosen, startingChoice } from '#machines/order/order.logic.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import type { OrderOutput, Placed } from '#machines/order/order.types.ts';
import { startAttempt } from '#machines/shared/attempt.ts';
import { failureEvent, failureIn, isOrderOver } from '#machines/shared/errors.ts';
import { payingActors } from '#machines/shared/lazy-machines.ts';
import { eventOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog, enqueueToast, enqueueWithdrawal } from '#machines/shared/report-failure.ts';
import { requestIn } from '#machines/shared/screens.ts';
import { wait } from '#machines/shared/wait.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { endingOf, withoutPersonalData } from '#src/domain/order.ts';
import { checkoutOf, holdOf, noFacts, withOrder, withReprice } from '#src/domain/purchase.ts';
import type { PurchaseContext, PurchaseEvent, PurchaseInput, PurchaseTypes } from './purchase.types.ts';

type Part = Partial<PurchaseContext>;

/** Context of a purchase in which nothing has happened. */
export const initialContext = ({ site, lang }: PurchaseInput): PurchaseContext => ({
  ...noFacts,
  site,
  lang,
  attempt: null,
  placing: null,
  resendAt: null,
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
  placing: null,
});

/** The order step is done: stores its choice, and the order if seats are held. */
const applyChoice = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  failure: null,
  ...(placed ? applyOrder(context, placed) : {}),
});

/** Completion clears all but itself and what was bought (docs/product.md#completion). A paid order that was read has it, too. */
const applyCompletion = (context: PurchaseContext, event: PurchaseEvent): Part => {
  const { order } = context;
  const paid = event.type === 'xstate.done.actor.checkout' ? event.output.completion : null;
  const completion = paid ?? order?.completion ?? null;
  return { ...clearedContext(context), completion, order: order && withoutPersonalData(order) };
};

/** The purchase goes on at a requested page; `?ref=c` marks a change variant. */
const applyPage = (context: PurchaseContext, event: PurchaseEvent): Part => ({
  changing: requestIn(event).query.ref === 'c' && context.payment !== null,
  r: null,
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

type Inputs = { context: PurchaseContext };

/** A confirmation mail can be sent again after a minute (docs/product.md#const-mail-resend), ms. */
const mailPause = 60_000;

/** What the children begin with. */
export const inputs = {
  order: ({ context: { lang, order, choice, token, placing } }: Inputs) => ({
    lang,
    choice: startingChoice(choice, order),
    replaces: token,
    attempt: placing,
  }),
  customer: ({ context: { token, customer, attempt } }: Inputs) => ({ token, customer, key: attempt?.key ?? '' }),
  payment: ({ context: { token, order, method, failure } }: Inputs) => ({ token: token ?? '', order, method, failure }),
  checkout: ({ context }: Inputs) => checkoutOf(context),
  pause: ({ context: { resendAt } }: Inputs) => ({ until: resendAt ?? 0 }),
  reading: ({ context: { token, mailToken } }: Inputs) => ({ token, mailToken }),
  cancel: ({ context: { token, attempt } }: Inputs) => ({ token, key: attempt?.key ?? '' }),
  /** How long an order is read or cancelled before the visitor is offered a way on, ms. */
  limit: { for: 20_000 },
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

/** Everything that a purchase runs: the same object as `payingActors`, which loading completes (docs/charts.md#loading). */
export const actors = Object.assign(payingActors, { order, readOrder, wait });

const { assign, enqueueActions, raise, sendTo } = setup({ types: {} as PurchaseTypes, actors });

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
  assignPage: assign(({ context, event }) => applyPage(context, event)),
  /** `token` comes from a mail, `r` from a provider. */
  assignLink: assign(({ event }) => ({ mailToken: requestIn(event).query.token ?? null })),
  assignReturn: assign(({ event }) => ({ r: requestIn(event).query.r ?? '' })),
  assignToken: assign(({ event }) => ({ token: eventOf(event, 'order.recalled').token })),
  assignChoice: assign(({ context, event }) => applyChoice(context, eventOf(event, 'xstate.done.actor.order').output)),
  /** After the order was read, or the customer details were saved. */
  assignOrder: assign(({ context, event }) =>
    applyOrder(context, eventOf(event, 'xstate.done.actor.readOrder', 'xstate.done.actor.putCustomer').output),
  ),
  assignCustomer: assign(({ event }) => ({ customer: eventOf(event, 'customer.submit').customer, failure: null })),
  assignPlacing: assign(({ event }) => ({
    placing: eventOf(event, 'xstate.snapshot.order').snapshot.context.attempt,
  })),
  assignRepriced: assign(({ context, event }) => {
    const { snapshot } = eventOf(event, 'xstate.snapshot.payment');
    return withReprice(context, snapshot.context.order, snapshot.matches('couponing'));
  }),
  assignPayable: assign(({ event }) => {
    const { method, payment, order } = eventOf(event, 'xstate.done.actor.payment').output;
    return { method, payment, order, changed: [], failure: null };
  }),
  /** The attempt ended without a ticket. */
  endCheckout: enqueueActions(({ context, event, enqueue }) => {
    enqueue.assign(applyCheckout(context, eventOf(event, 'xstate.done.actor.checkout').output));
    enqueue(raiseFailure);
  }),
  assignSentTo: assign(({ event }) => {
    const { output } = eventOf(event, 'xstate.done.actor.sendOrderMail', 'xstate.done.actor.resendOrderMail');
    return { sentTo: output.sent_to, resendAt: output.at + mailPause, attempt: null };
  }),
  assignCompletion: assign(({ context, event }) => applyCompletion(context, event)),
  clearFailure: assign({ failure: null }),
  endPause: assign({ resendAt: null }),
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
  assignNoAnswer: assign({ failure: { code: 'connection_error', unknown: false } as const }),
  assignDecline: assign(({ event }) => ({ failure: purchaseFailureIn(event), changing: true })),
  countRefusal: assign({ refused: ({ context }) => context.refused + 1 }),
  /** Passes a provider's return to the waiting checkout. */
  passReturn: sendTo(
    'checkout',
    ({ event }) => ({ type: 'page.returned', r: requestIn(event).query.r ?? null }) satisfies CheckoutEvent,
  ),
  raiseFailure,
  reportFailure,
  /** Handles what an actor threw: raises it if it ends the purchase, otherwise reports it. */
  handleFailure: enqueueActions(({ event, enqueue }) => enqueue(isOrderOver({ event }) ? raiseFailure : reportFailure)),
  spawnHold: enqueueActions(({ context, enqueue }) => {
    const options = { id: 'hold', systemId: 'hold', syncSnapshot: true } as const;
    if (!context.isWatched) enqueue.spawnChild('hold', { ...options, input: holdOf(context) });
  }),
  stopHold: enqueueActions(({ system, enqueue }) => {
    enqueue.stopChild('hold');
    enqueueWithdrawal('hold')({ system, enqueue });
    enqueue.assign({ isWatched: false });
  }),
  withdrawQuestion: enqueueActions(enqueueWithdrawal('purchase')),
  /** Confirms by a toast that the seats were released. */
  showCancelledToast: enqueueActions(enqueueToast('order_cancelled')),
  showRecalledToast: enqueueActions(enqueueToast('order_recalled')),
  /** Switches the purchase, and the order page if it is open, to the new language. */
  switchLang: enqueueActions(({ event, self, enqueue }) => {
    const chosen = eventOf(event, 'language.choose');
    const { order } = self.getSnapshot().children;
    enqueue.assign({ lang: chosen.lang });
    if (order) enqueue.sendTo(order, chosen);
  }),
};
