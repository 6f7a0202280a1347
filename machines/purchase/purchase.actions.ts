import { type AnyActorRef, assign, sendTo } from 'xstate';
import type { CheckoutEvent, CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { nothingChosen, type OrderOutput, type Placed } from '#machines/order/order.types.ts';
import type { PaymentOutput } from '#machines/payment/payment.types.ts';
import { startAttempt } from '#machines/shared/attempt.ts';
import { isOrderOver } from '#machines/shared/errors.ts';
import type { PageRequested } from '#machines/shared/screens.ts';
import { type Desk, showToast, tell } from '#machines/shared/tell.ts';
import type { ToastEvent } from '#machines/toast/toast.types.ts';
import type { Order } from '#src/domain/order.ts';
import { failureEvent, failureIn } from './purchase.failures.ts';
import type { Change, FailureEvent, PurchaseContext, PurchaseEvent, PurchaseInput } from './purchase.types.ts';

type Part = Partial<PurchaseContext>;

/** Context of a purchase in which nothing has happened. */
export const fresh = (input: PurchaseInput): PurchaseContext => ({
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
  note: null,
  refused: 0,
});

/** Clears the purchase except site and language. */
export const forgotten = (context: PurchaseContext): Part => ({
  ...fresh(context),
  refused: context.refused,
});

/** What differs from before: a coupon that was removed, or a total for which a method was already chosen. */
const changesOf = ({ order: old, method }: PurchaseContext, now: Order): Change[] => [
  ...(old?.coupon && !now.coupon ? ['coupon' as const] : []),
  ...(old && method && old.price !== now.price ? ['total' as const] : []),
];

/** Stores the server's order; the deadline uses this device's clock. A changed total clears the payment, to be agreed to again. */
export const orderTold = (context: PurchaseContext, { token, order, at }: Placed): Part => ({
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
  ...(order.price === context.order?.price ? {} : { payment: null, note: null }),
});

/** The order step is done: stores its choice, and the order if seats are held. */
export const chosen = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  note: null,
  ...(placed ? orderTold(context, placed) : {}),
});

/** A coupon changed the order on the payment page. The payment stays valid unless the order became, or stopped being, free. */
export const repriced = ({ method, order: old }: PurchaseContext, order: Order | null): Part =>
  order === null || order === old
    ? {}
    : { order, ...((order.price === 0) === (method === 'free') ? {} : { payment: null }) };

/** The payment step is done. */
export const payable = ({ method, payment, order }: PaymentOutput): Part => ({
  method,
  payment,
  order,
  changed: [],
  note: null,
});

/** A paid order for display, without personal data, payment method and coupon code. */
const bill = (order: Order): Order => ({
  ...order,
  customer_info: null,
  payment_method: null,
  coupon: order.coupon && { ...order.coupon, coupon_code: '' },
});

/** Completion clears the purchase; the completion and what was bought stay for display (docs/product.md#completion). */
export const completed = (context: PurchaseContext, event: PurchaseEvent): Part => {
  const output = 'output' in event ? event.output : null;
  const completion = output && 'completion' in output ? output.completion : (context.order?.completion ?? null);
  const order = output && 'order' in output ? output.order : context.order;
  return { ...forgotten(context), completion, order: order && bill(order) };
};

/** A page requested by address: `?ref=c` marks a change variant, `r` comes from a provider and `token` from a mail. */
export const pageAsked = (context: PurchaseContext, { screen, query }: PageRequested): Part => ({
  changing: query.ref === 'c' && context.payment !== null,
  r: screen === 'payment-callback' ? (query.r ?? '') : null,
  mailToken: screen === 'mail-confirm' ? (query.token ?? null) : context.mailToken,
  note: null,
});

/** An attempt that ended without a ticket: the provider's single-use token is spent. */
const attempted = (context: PurchaseContext, { token, failure }: CheckoutOutput): Part => {
  const isLost = failure?.code === 'return_not_found';
  const part: Part = {
    token: token ?? context.token,
    completion: token ? null : context.completion,
    payment: null,
    r: null,
  };
  // The order belongs to another browser and must not be shown in this one.
  if (!isLost && token === null && context.token === null) return { ...part, note: failure };
  if (!isLost) return part;
  // The order of this browser, if there was one, has ended too.
  return { ...part, ...(token === null && context.token !== null ? forgotten(context) : {}), note: failure };
};

type TellingPurchase = Omit<Desk, 'event' | 'enqueue'> & {
  event: PurchaseEvent;
  enqueue: Desk['enqueue'] & { assign: (part: Part) => void; raise: (event: FailureEvent) => void };
};
type PassingPurchase = {
  event: PurchaseEvent;
  self: { getSnapshot: () => { children: Record<string, AnyActorRef | undefined> } };
  enqueue: { assign: (part: Part) => void; sendTo: (actor: AnyActorRef, event: PurchaseEvent) => void };
};
type Telling = {
  system: Desk['system'];
  enqueue: { sendTo: (actor: AnyActorRef, event: ToastEvent) => void };
};
type Told = { context: PurchaseContext; event: PurchaseEvent };
const keep = (change: (told: Told) => Part) =>
  assign<PurchaseContext, PurchaseEvent, undefined, PurchaseEvent, never>(change);

/** The event that passes a provider's return to the checkout. */
const returned = ({ event }: Told): CheckoutEvent => ({
  type: 'page.returned',
  r: event.type === 'page.requested' ? (event.query.r ?? null) : null,
});

/** Actions of the purchase chart. */
export const actions = {
  forget: keep(({ context }) => forgotten(context)),
  keepDraft: keep(({ context, event }) =>
    event.type === 'draft.kept' ? { drafts: { ...context.drafts, [event.form]: event.fields } } : {},
  ),
  keepPage: keep(({ context, event }) => (event.type === 'page.requested' ? pageAsked(context, event) : {})),
  keepChosen: keep(({ context, event }) =>
    event.type === 'xstate.done.actor.order' ? chosen(context, event.output) : {},
  ),
  keepCustomer: keep(({ event }) => (event.type === 'customer.submit' ? { customer: event.customer, note: null } : {})),
  keepOrder: keep(({ context, event }) =>
    event.type === 'xstate.done.actor.readOrder' || event.type === 'xstate.done.actor.putCustomer'
      ? orderTold(context, event.output)
      : {},
  ),
  keepSentTo: keep(({ event }) =>
    'output' in event && 'sent_to' in event.output ? { sentTo: event.output.sent_to, attempt: null } : {},
  ),
  keepRepriced: keep(({ context, event }) =>
    event.type === 'xstate.snapshot.payment'
      ? { ...repriced(context, event.snapshot.context.order), isRepricing: event.snapshot.matches('couponing') }
      : {},
  ),
  keepPayable: keep(({ event }) => (event.type === 'xstate.done.actor.payment' ? payable(event.output) : {})),
  keepAttempt: keep(({ context, event }) =>
    event.type === 'xstate.done.actor.checkout' ? attempted(context, event.output) : {},
  ),
  keepCompletion: keep(({ context, event }) => completed(context, event)),
  forgetNote: keep(() => ({ note: null })),
  startCustomer: keep(({ context }) => attempting(context, 'customer')),
  startMail: keep(({ context }) => attempting(context, 'mail')),
  startCancel: keep(({ context }) => attempting(context, 'cancel')),
  /** A payment that this tab did not send, or may not repeat, is in progress: the tab only polls its outcome. */
  leaveToOther: keep(() => ({ note: null, payment: null })),
  markChanging: keep(() => ({ changing: true })),
  endChange: keep(() => ({ changing: false })),
  dropLink: keep(() => ({ mailToken: null })),
  watch: keep(() => ({ isWatched: true })),
  unwatch: keep(() => ({ isWatched: false })),
  /** Passes a provider's return to the waiting checkout. */
  tellReturned: sendTo<PurchaseContext, PurchaseEvent, undefined, AnyActorRef, PurchaseEvent>('checkout', returned),
  noteFailure: keep(({ event }) => ({ note: failureIn(event) })),
  noteDecline: keep(({ event }) => ({ note: failureIn(event), changing: true })),
  noteRefusal: keep(({ context }) => ({ refused: context.refused + 1 })),
};

/** Stores the failure and, if the failure table requires it, shows a dialog. */
export const tellFailure = ({ event, system, enqueue }: TellingPurchase): void => {
  const note = failureIn(event);
  enqueue.assign({ note, ...(note.unknown ? {} : { attempt: null }) });
  tell({ event: failureEvent(note), system, enqueue });
};

/** Raises the failure that an event carries, which ends the purchase. */
export const raiseFailure = ({ event, enqueue }: Pick<TellingPurchase, 'event' | 'enqueue'>): void =>
  enqueue.raise(failureEvent(failureIn(event)));

/** Handles what an actor threw: raises it if it ends the purchase, otherwise reports it. */
export const answerFailure = ({ event, system, enqueue }: TellingPurchase): void => {
  const note = failureIn(event);
  if (isOrderOver({ event })) enqueue.raise(failureEvent(note));
  else tellFailure({ event, system, enqueue });
};

/** Stops the hold's chart. */
export const dropHold = ({
  enqueue,
}: {
  enqueue: { stopChild: (id: string) => void; assign: (part: Part) => void };
}): void => {
  enqueue.stopChild('hold');
  enqueue.assign({ isWatched: false });
};

/** Starts a write of the purchase itself. */
const attempting = ({ attempt, token, customer }: PurchaseContext, write: 'customer' | 'mail' | 'cancel'): Part => ({
  attempt: startAttempt(attempt, { write, token, ...(write === 'cancel' ? {} : { customer }) }),
  note: null,
});

/** Confirms by a toast that the seats were released. */
export const sayCancelled = ({ system, enqueue }: Telling): void => {
  const toast = system.get('toast');
  if (toast) enqueue.sendTo(toast, showToast({ textKey: 'order_cancelled' }));
};

/** Switches the purchase, and the order page if it is open, to the new language. */
export const takeLang = ({ event, self, enqueue }: PassingPurchase): void => {
  if (event.type === 'language.choose') enqueue.assign({ lang: event.lang });
  const order = self.getSnapshot().children.order;
  if (order) enqueue.sendTo(order, event);
};
