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

/** A purchase in which nothing has happened. */
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

/** Everything of the purchase is forgotten but site and language. */
export const forgotten = (context: PurchaseContext): Part => ({
  ...fresh(context),
  refused: context.refused,
});

/** What is other than before: a coupon that was dropped, or a total for which a way to pay was chosen already. */
const changesOf = ({ order: old, method }: PurchaseContext, now: Order): Change[] => [
  ...(old?.coupon && !now.coupon ? ['coupon' as const] : []),
  ...(old && method && old.price !== now.price ? ['total' as const] : []),
];

/** An order as the server told it, with its deadline by this device's clock. Another total is agreed to anew. */
export const orderTold = (context: PurchaseContext, { token, order, at }: Placed): Part => ({
  token,
  order,
  // what an attempt of unknown outcome did is in the order now
  attempt: null,
  isRepricing: false,
  // another order than one that was bought in this tab before
  completion: null,
  mailToken: null,
  expiresAt: at + order.seconds_left * 1000,
  ...(order.customer_info ? { customer: order.customer_info } : {}),
  changed: changesOf(context, order),
  ...(order.price === context.order?.price ? {} : { payment: null, note: null }),
});

/** The order step is done: its choice is kept, and the order where seats are held. */
export const chosen = (context: PurchaseContext, { choice, placed }: OrderOutput): Part => ({
  choice,
  note: null,
  ...(placed ? orderTold(context, placed) : {}),
});

/**
 * A coupon changed the order while the payment step shows. What was given to pay with still counts, unless now there is
 * nothing to pay, or was before: the last page names the new total.
 */
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

/** What stays of a paid order to be shown: nobody's data, no way it was paid, no code to be used. */
const bill = (order: Order): Order => ({
  ...order,
  customer_info: null,
  payment_method: null,
  coupon: order.coupon && { ...order.coupon, coupon_code: '' },
});

/** Saving the completion clears saved order, sign-in, payment and coupon (docs/product.md#completion); what was bought stays to be shown. */
export const completed = (context: PurchaseContext, event: PurchaseEvent): Part => {
  const output = 'output' in event ? event.output : null;
  const completion = output && 'completion' in output ? output.completion : (context.order?.completion ?? null);
  const order = output && 'order' in output ? output.order : context.order;
  return { ...forgotten(context), completion, order: order && bill(order) };
};

/** A page asked for by address: `?ref=c` marks a change variant, `r` and `token` come from a provider or a mail. */
export const pageAsked = (context: PurchaseContext, { screen, query }: PageRequested): Part => ({
  changing: query.ref === 'c' && context.payment !== null,
  r: screen === 'payment-callback' ? (query.r ?? '') : null,
  mailToken: screen === 'mail-confirm' ? (query.token ?? null) : context.mailToken,
  note: null,
});

/** An attempt that ended without a ticket: the single-use token of the provider is spent. */
const attempted = (context: PurchaseContext, { token, failure }: CheckoutOutput): Part => {
  const isLost = failure?.code === 'return_not_found';
  const part: Part = {
    token: token ?? context.token,
    completion: token ? null : context.completion,
    payment: null,
    r: null,
  };
  // a return whose order only the browser it belongs to may see
  if (!isLost && token === null && context.token === null) return { ...part, note: failure };
  if (!isLost) return part;
  // the order of this browser, where there was one, is over as well
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

/** What a provider's return tells the checkout. */
const returned = ({ event }: Told): CheckoutEvent => ({
  type: 'page.returned',
  r: event.type === 'page.requested' ? (event.query.r ?? null) : null,
});

/** Every change of context that the chart names. */
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
  /** A payment is on its way that this tab did not send, or may not send again: it only asks. */
  leaveToOther: keep(() => ({ note: null, payment: null })),
  markChanging: keep(() => ({ changing: true })),
  endChange: keep(() => ({ changing: false })),
  dropLink: keep(() => ({ mailToken: null })),
  watch: keep(() => ({ isWatched: true })),
  unwatch: keep(() => ({ isWatched: false })),
  /** A provider's return, passed on to the checkout that waits for it. */
  tellReturned: sendTo<PurchaseContext, PurchaseEvent, undefined, AnyActorRef, PurchaseEvent>('checkout', returned),
  noteFailure: keep(({ event }) => ({ note: failureIn(event) })),
  noteDecline: keep(({ event }) => ({ note: failureIn(event), changing: true })),
  noteRefusal: keep(({ context }) => ({ refused: context.refused + 1 })),
};

/** The failure is noted and, where the table says so, told by a dialog. */
export const tellFailure = ({ event, system, enqueue }: TellingPurchase): void => {
  const note = failureIn(event);
  enqueue.assign({ note, ...(note.unknown ? {} : { attempt: null }) });
  tell({ event: failureEvent(note), system, enqueue });
};

/** What an event carries as a failure ends the purchase. */
export const raiseFailure = ({ event, enqueue }: Pick<TellingPurchase, 'event' | 'enqueue'>): void =>
  enqueue.raise(failureEvent(failureIn(event)));

/** What an actor threw: told, and raised where it ends the purchase. */
export const answerFailure = ({ event, system, enqueue }: TellingPurchase): void => {
  const note = failureIn(event);
  if (isOrderOver({ event })) enqueue.raise(failureEvent(note));
  else tellFailure({ event, system, enqueue });
};

/** Nobody watches the seats any more. */
export const dropHold = ({
  enqueue,
}: {
  enqueue: { stopChild: (id: string) => void; assign: (part: Part) => void };
}): void => {
  enqueue.stopChild('hold');
  enqueue.assign({ isWatched: false });
};

/** A write of the purchase itself begins. */
const attempting = ({ attempt, token, customer }: PurchaseContext, write: 'customer' | 'mail' | 'cancel'): Part => ({
  attempt: startAttempt(attempt, { write, token, ...(write === 'cancel' ? {} : { customer }) }),
  note: null,
});

/** The seats were given back. */
export const sayCancelled = ({ system, enqueue }: Telling): void => {
  const toast = system.get('toast');
  if (toast) enqueue.sendTo(toast, showToast({ textKey: 'order_cancelled' }));
};

/** From now on the purchase, and the order page where it is open, ask in the new language. */
export const takeLang = ({ event, self, enqueue }: PassingPurchase): void => {
  if (event.type === 'language.choose') enqueue.assign({ lang: event.lang });
  const order = self.getSnapshot().children.order;
  if (order) enqueue.sendTo(order, event);
};
