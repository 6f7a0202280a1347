import { type AnyActorRef, assign, sendTo } from 'xstate';
import type { CheckoutEvent, CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { nothingChosen, type OrderOutput, type Placed } from '#machines/order/order.types.ts';
import type { PaymentOutput } from '#machines/payment/payment.types.ts';
import { startAttempt } from '#machines/shared/attempt.ts';
import { isOrderOver } from '#machines/shared/errors.ts';
import { type EnqueueArgs, enqueueFailureDialog, showToast } from '#machines/shared/report-failure.ts';
import type { PageRequested } from '#machines/shared/screens.ts';
import type { ToastEvent } from '#machines/toast/toast.types.ts';
import type { Order } from '#src/domain/order.ts';
import { failureEvent, purchaseFailureIn } from './purchase.failures.ts';
import type { Change, FailureEvent, PurchaseContext, PurchaseEvent, PurchaseInput } from './purchase.types.ts';

type Part = Partial<PurchaseContext>;

/** Context of a purchase in which nothing has happened. */
export const initialContext = (input: PurchaseInput): PurchaseContext => ({
  site: input.site,
  lang: input.lang,
  attempt: null,
  choice: nothingChosen,
  token: null,
  order: null,
  expiresAt: 0,
  isWatched: false,
  drafts: {},
  customer: null,
  sentTo: null,
  mailToken: null,
  method: null,
  payment: null,
  isRepricing: false,
  r: null,
  completion: null,
  changing: false,
  changed: [],
  failure: null,
  refused: 0,
});

/** Clears the purchase except site and language. */
export const clearedContext = (context: PurchaseContext): Part => ({
  ...initialContext(context),
  refused: context.refused,
});

/** What differs from before: a coupon that was removed, or a total for which a method was already chosen. */
const changesOf = ({ order: old, method }: PurchaseContext, now: Order): Change[] => [
  ...(old?.coupon && !now.coupon ? ['coupon' as const] : []),
  ...(old && method && old.price !== now.price ? ['total' as const] : []),
];

/** Stores the server's order; the deadline uses this device's clock. A changed total clears the payment, to be agreed to again. */
export const applyOrder = (context: PurchaseContext, { token, order, at }: Placed): Part => ({
  token,
  order,
  // The order includes the effect of an attempt with unknown outcome.
  attempt: null,
  isRepricing: false,
  // This is not the order that was bought in this tab before.
  completion: null,
  mailToken: null,
  expiresAt: at + order.seconds_left * 1000,
  ...(order.customer_info ? { customer: order.customer_info } : {}),
  changed: changesOf(context, order),
  ...(order.price === context.order?.price ? {} : { payment: null, failure: null }),
});

/** The order step is done: stores its choice, and the order if seats are held. */
export const applyChoice = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  failure: null,
  ...(placed ? applyOrder(context, placed) : {}),
});

/** A coupon changed the order on the payment page. The payment stays valid unless the order became, or stopped being, free. */
export const applyReprice = ({ method, order: old }: PurchaseContext, order: Order | null): Part =>
  order === null || order === old
    ? {}
    : { order, ...((order.price === 0) === (method === 'free') ? {} : { payment: null }) };

/** The payment step is done. */
export const applyPayment = ({ method, payment, order }: PaymentOutput): Part => ({
  method,
  payment,
  order,
  changed: [],
  failure: null,
});

/** A paid order for display, without personal data, payment method and coupon code. */
const bill = (order: Order): Order => ({
  ...order,
  customer_info: null,
  payment_method: null,
  coupon: order.coupon && { ...order.coupon, coupon_code: '' },
});

/** Completion clears the purchase; the completion and what was bought stay for display (docs/product.md#completion). */
export const applyCompletion = (context: PurchaseContext, event: PurchaseEvent): Part => {
  const output = 'output' in event ? event.output : null;
  const completion = output && 'completion' in output ? output.completion : (context.order?.completion ?? null);
  const order = output && 'order' in output ? output.order : context.order;
  return { ...clearedContext(context), completion, order: order && bill(order) };
};

/** A page requested by address: `?ref=c` marks a change variant, `r` comes from a provider and `token` from a mail. */
export const applyPage = (context: PurchaseContext, { screen, query }: PageRequested): Part => ({
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

type FailureArgs = Omit<EnqueueArgs, 'event' | 'enqueue'> & {
  event: PurchaseEvent;
  enqueue: EnqueueArgs['enqueue'] & { assign: (part: Part) => void; raise: (event: FailureEvent) => void };
};
type LangArgs = {
  event: PurchaseEvent;
  self: { getSnapshot: () => { children: Record<string, AnyActorRef | undefined> } };
  enqueue: { assign: (part: Part) => void; sendTo: (actor: AnyActorRef, event: PurchaseEvent) => void };
};
type ToastArgs = {
  system: EnqueueArgs['system'];
  enqueue: { sendTo: (actor: AnyActorRef, event: ToastEvent) => void };
};
type ActionArgs = { context: PurchaseContext; event: PurchaseEvent };
const assignChange = (change: (args: ActionArgs) => Part) =>
  assign<PurchaseContext, PurchaseEvent, undefined, PurchaseEvent, never>(change);

/** The event that passes a provider's return to the checkout. */
const returnEvent = ({ event }: ActionArgs): CheckoutEvent => ({
  type: 'page.returned',
  r: event.type === 'page.requested' ? (event.query.r ?? null) : null,
});

/** Actions of the purchase chart. */
export const contextActions = {
  forget: assignChange(({ context }) => clearedContext(context)),
  assignDraft: assignChange(({ context, event }) =>
    event.type === 'draft.kept' ? { drafts: { ...context.drafts, [event.form]: event.fields } } : {},
  ),
  assignPage: assignChange(({ context, event }) => (event.type === 'page.requested' ? applyPage(context, event) : {})),
  assignChoice: assignChange(({ context, event }) =>
    event.type === 'xstate.done.actor.order' ? applyChoice(context, event.output) : {},
  ),
  assignCustomer: assignChange(({ event }) =>
    event.type === 'customer.submit' ? { customer: event.customer, failure: null } : {},
  ),
  assignOrder: assignChange(({ context, event }) =>
    event.type === 'xstate.done.actor.readOrder' || event.type === 'xstate.done.actor.putCustomer'
      ? applyOrder(context, event.output)
      : {},
  ),
  assignSentTo: assignChange(({ event }) =>
    'output' in event && 'sent_to' in event.output ? { sentTo: event.output.sent_to, attempt: null } : {},
  ),
  assignRepriced: assignChange(({ context, event }) =>
    event.type === 'xstate.snapshot.payment'
      ? { ...applyReprice(context, event.snapshot.context.order), isRepricing: event.snapshot.matches('couponing') }
      : {},
  ),
  assignPayable: assignChange(({ event }) =>
    event.type === 'xstate.done.actor.payment' ? applyPayment(event.output) : {},
  ),
  assignAttempt: assignChange(({ context, event }) =>
    event.type === 'xstate.done.actor.checkout' ? applyCheckout(context, event.output) : {},
  ),
  assignCompletion: assignChange(({ context, event }) => applyCompletion(context, event)),
  clearFailure: assignChange(() => ({ failure: null })),
  startCustomer: assignChange(({ context }) => startWrite(context, 'customer')),
  startMail: assignChange(({ context }) => startWrite(context, 'mail')),
  startCancel: assignChange(({ context }) => startWrite(context, 'cancel')),
  /** A payment that this tab did not send, or may not repeat, is in progress: the tab only polls its outcome. */
  switchToPolling: assignChange(() => ({ failure: null, payment: null })),
  markChanging: assignChange(() => ({ changing: true })),
  endChange: assignChange(() => ({ changing: false })),
  clearLink: assignChange(() => ({ mailToken: null })),
  watch: assignChange(() => ({ isWatched: true })),
  unwatch: assignChange(() => ({ isWatched: false })),
  /** Passes a provider's return to the waiting checkout. */
  passReturn: sendTo<PurchaseContext, PurchaseEvent, undefined, AnyActorRef, PurchaseEvent>('checkout', returnEvent),
  assignFailure: assignChange(({ event }) => ({ failure: purchaseFailureIn(event) })),
  assignDecline: assignChange(({ event }) => ({ failure: purchaseFailureIn(event), changing: true })),
  countRefusal: assignChange(({ context }) => ({ refused: context.refused + 1 })),
};

/** Stores the failure and, if the failure table requires it, shows a dialog. */
export const reportFailure = ({ event, system, enqueue }: FailureArgs): void => {
  const failure = purchaseFailureIn(event);
  enqueue.assign({ failure, ...(failure.unknown ? {} : { attempt: null }) });
  enqueueFailureDialog({ event: failureEvent(failure), system, enqueue });
};

/** Raises the failure that an event carries, which ends the purchase. */
export const raiseFailure = ({ event, enqueue }: Pick<FailureArgs, 'event' | 'enqueue'>): void =>
  enqueue.raise(failureEvent(purchaseFailureIn(event)));

/** Handles what an actor threw: raises it if it ends the purchase, otherwise reports it. */
export const handleFailure = ({ event, system, enqueue }: FailureArgs): void => {
  const failure = purchaseFailureIn(event);
  if (isOrderOver({ event })) enqueue.raise(failureEvent(failure));
  else reportFailure({ event, system, enqueue });
};

/** Stops the hold's chart. */
export const stopHold = ({
  enqueue,
}: {
  enqueue: { stopChild: (id: string) => void; assign: (part: Part) => void };
}): void => {
  enqueue.stopChild('hold');
  enqueue.assign({ isWatched: false });
};

/** Starts a write of the purchase itself. */
const startWrite = ({ attempt, token, customer }: PurchaseContext, write: 'customer' | 'mail' | 'cancel'): Part => ({
  attempt: startAttempt(attempt, { write, token, ...(write === 'cancel' ? {} : { customer }) }),
  failure: null,
});

/** Confirms by a toast that the seats were released. */
export const showCancelledToast = ({ system, enqueue }: ToastArgs): void => {
  const toast = system.get('toast');
  if (toast) enqueue.sendTo(toast, showToast({ textKey: 'order_cancelled' }));
};

/** Switches the purchase, and the order page if it is open, to the new language. */
export const switchLang = ({ event, self, enqueue }: LangArgs): void => {
  if (event.type === 'language.choose') enqueue.assign({ lang: event.lang });
  const order = self.getSnapshot().children.order;
  if (order) enqueue.sendTo(order, event);
};
