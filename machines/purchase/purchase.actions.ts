import { assign as assigning, setup } from 'xstate';
import { returnIn } from '#machines/checkout/checkout.logic.ts';
import type { CorrectedEvent } from '#machines/correction/correction.types.ts';
import type { OrderOutput, Placed } from '#machines/order/order.types.ts';
import type { PaymentOutput } from '#machines/payment/payment.types.ts';
import { type Attempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureEvent, failureIn, isOrderOver } from '#machines/shared/errors.ts';
import { enqueueFailureDialog, enqueueToast, enqueueWithdrawal } from '#machines/shared/report-failure.ts';
import { requestIn } from '#machines/shared/screens.ts';
import { noToken } from '#src/domain/checkout.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import { endingOf } from '#src/domain/order.ts';
import { holdOf, withPaymentPage } from '#src/domain/purchase.ts';
import * as changes from './purchase.changes.ts';
import { mustRead } from './purchase.guards.ts';
import { actors, inputs } from './purchase.logic.ts';
import type {
  Draft,
  PaymentSnapshot,
  PurchaseContext,
  PurchaseEvent,
  PurchaseTypes,
  Saved,
  Sheet,
} from './purchase.types.ts';

type Part = Partial<PurchaseContext>;

const startWrite = ({ attempt }: PurchaseContext, { key: _, ...content }: { key: string }): Part => ({
  attempt: startAttempt(attempt, content),
  failure: null,
});

/** The failure of an ended child, an ended order, a rejected actor or a failure event. */
const purchaseFailureIn = (event: PurchaseEvent): FailureDetails => {
  if (event.type === 'xstate.done.actor.readOrder') return endingOf(event.output.order);
  // For the visitor, an order that the server no longer knows has ended.
  if (failureIn(event).code === 'token_not_found') return { code: 'session_timeout', unknown: false };
  return ('output' in event && 'failure' in event.output && event.output.failure) || failureIn(event);
};

const { assign, enqueueActions, raise, sendTo } = setup({ types: {} as PurchaseTypes, actors });

/** An `assign` with params, which those of `setup` do not have. */
const assignBy = <P>(partOf: (args: { context: PurchaseContext }, params: P) => Part) =>
  assigning<PurchaseContext, PurchaseEvent, P, PurchaseEvent, never>(partOf);

const raiseFailure = raise(({ event }) => failureEvent(purchaseFailureIn(event)));

/** Stores the failure and, if the failure table requires it, shows a dialog. */
const reportFailure = enqueueActions(({ context: { order }, event, system, enqueue }) => {
  const failure = purchaseFailureIn(event);
  // After a write without a reply it is unknown which customer the server has stored.
  const unknown = { order: order && { ...order, customer_info: null } };
  enqueue.assign({ failure, ...(failure.unknown ? unknown : { attempt: null }) });
  enqueueFailureDialog({ system, enqueue }, failure);
});

export const actions = {
  /** Opens a step. After a completed purchase it begins a new one. */
  assignPage: assign(({ context, event }) => ({
    ...(context.completion && changes.initialContext(context)),
    ...changes.applyPage(context, event),
  })),
  assignPlacing: assignBy((_, placing: Attempt | null) => ({ placing })),
  assignLang: assignBy((_, lang: Lang) => ({ lang })),
  passLang: sendTo('order', ({ context }) => ({ type: 'language.choose', lang: context.lang })),
  forget: enqueueActions(({ context, enqueue }) => {
    enqueue.stopChild('correction');
    enqueue.assign(changes.initialContext(context));
  }),
  assignDraft: assignBy(({ context }, { form, fields }: Draft) => ({ drafts: { ...context.drafts, [form]: fields } })),
  /** Opens the link of a mail, whose `token` is in the query. */
  assignLink: assign(({ context, event }) => ({
    ...changes.applyPage(context, event),
    mailToken: requestIn(event).query.token ?? null,
  })),
  assignReturn: assign(({ context, event }) => ({
    ...changes.applyPage(context, event),
    r: requestIn(event).query.r ?? '',
  })),
  /** The link's page was left: after a later failure this tab's order is read, not that of the link. */
  forgetLink: assign({ mailToken: null }),
  assignToken: assign(({ event }) => (event.type === 'order.recalled' ? { token: event.token } : {})),
  assignChoice: assignBy(({ context }, output: OrderOutput) => changes.applyChoice(context, output)),
  /** The order as the server has it. If its first reply was lost (`order.reclaimed`), the visitor's next choice replaces it. */
  assignOrder: assignBy(({ context }, placed: Placed) => changes.applyOrder(context, placed)),
  assignRead: assign(({ context, event }) =>
    event.type === 'xstate.done.actor.readOrder' ? changes.applyOrder(context, event.output) : {},
  ),
  /** The server saved the customer, and mailed a link that confirms the address if there is no order in the reply. */
  assignSaved: assignBy(({ context }, saved: Saved) =>
    'order' in saved ? changes.applySaved(context, saved) : changes.applyMailed(context, saved),
  ),
  /** A payment that this tab did not send, or may not repeat, is in progress: the tab only polls its outcome. */
  clearPayment: assign({ failure: null, payment: null }),
  assignCustomer: assignBy((_, { customer }: { customer: CustomerInfo }) => ({ customer, failure: null })),
  assignSheet: assignBy((_, sheet: Sheet) => sheet),
  assignRepriced: assignBy(({ context }, payment: PaymentSnapshot) => ({
    ...withPaymentPage(context, payment.context),
    isRepricing: payment.matches('couponing'),
  })),
  assignPayable: assignBy((_, { method, payment, order }: PaymentOutput) => ({
    ...{ method, payment, order, agreed: null, changed: [], failure: null },
  })),
  /** The attempt ended without a ticket. */
  endCheckout: enqueueActions(({ context, event, enqueue }) => {
    if (event.type === 'xstate.done.actor.checkout') enqueue.assign(changes.applyCheckout(context, event.output));
    enqueue(raiseFailure);
  }),
  /** Nothing is to be paid, so the visitor does not choose a method. */
  assignFree: assign({ method: 'free', payment: noToken }),
  /** The browser that paid can correct the address of the mail from now on. */
  assignCompletion: enqueueActions(({ context, event, enqueue }) => {
    const part = changes.applyCompletion(context, event);
    enqueue.assign(part);
    enqueue.stopChild('correction');
    enqueue.spawnChild('correction', { id: 'correction', input: { ...context, ...part } });
  }),
  assignCorrected: assignBy((_, { completion }: CorrectedEvent) => ({ completion })),
  startCheckout: assign({ failure: null }),
  startCustomer: assign(({ context }) => startWrite(context, inputs.customer({ context }))),
  startMail: assign(({ context }) => startWrite(context, inputs.mail({ context }))),
  startCancel: assign(({ context }) => startWrite(context, inputs.cancel({ context }))),
  markChanging: assign({ changing: true }),
  /** The last page ends a change. An order that must be read first opens that page again, so its change goes on. */
  endChange: assign(({ context }) => ({ changing: context.changing && mustRead(context) })),
  assignDeadLink: assign(({ event }) => ({ failure: purchaseFailureIn(event), mailToken: null })),
  assignFailure: assign(({ event }) => ({ failure: purchaseFailureIn(event) })),
  assignDecline: assign(({ event }) => ({ failure: purchaseFailureIn(event), changing: true })),
  passReturn: sendTo('checkout', returnIn),
  raiseFailure,
  reportFailure,
  /** Handles what an actor threw: raises it if it ends the purchase, otherwise reports it. */
  raiseOrReport: enqueueActions(({ event, enqueue }) => enqueue(isOrderOver({ event }) ? raiseFailure : reportFailure)),
  /** Has no effect on a hold that is running. */
  beginHold: sendTo('hold', ({ context }) => ({ type: 'hold.begin', seats: holdOf(context) })),
  /** Stops the countdown: nothing is held any more, or the next `beginHold` sets another deadline. */
  endHold: sendTo('hold', { type: 'hold.end' }),
  withdrawQuestion: enqueueActions(enqueueWithdrawal('purchase')),
  showRecalledToast: enqueueActions(enqueueToast({ textKey: 'order_recalled' })),
  /** Confirms by a toast that the seats were released. */
  showCancelledToast: enqueueActions(enqueueToast({ textKey: 'order_cancelled' })),
};
