import type { DoneActorEvent, ErrorActorEvent, SnapshotFrom } from 'xstate';
import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import type { HoldOutput } from '#machines/hold/hold.types.ts';
import type { Choice, OrderOutput, Placed } from '#machines/order/order.types.ts';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentOutput } from '#machines/payment/payment.types.ts';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { Meta, PageRequested, Screen, Tag } from '#machines/shared/screens.ts';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { CustomerInfo, TypedFields } from '#src/domain/customer.ts';
import type { FailureCode, FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Order } from '#src/domain/order.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteRules } from '#src/domain/site.ts';

export type PurchaseInput = {
  site: SiteRules;
  lang: Lang;
};

/** What changed for the visitor while an order was placed or read again. */
export type Change = 'total' | 'coupon';

export type PurchaseContext = PurchaseInput & {
  attempt: Attempt | null;
  choice: Choice;
  token: string | null;
  order: Order | null;
  /** When the hold ends, ms since 1970 by this device's clock. */
  expiresAt: number;
  /** The hold's chart is running, as it must wherever an order is filled in. */
  isWatched: boolean;
  /** Unsent input by form (docs/charts.md#input). */
  drafts: Record<string, TypedFields>;
  customer: CustomerInfo | null;
  /** Where the confirmation mail was sent, on sites that require one. */
  sentTo: string | null;
  mailToken: string | null;
  method: Method | null;
  payment: PaymentToken | null;
  /** A coupon is being changed: the total is unknown until the reply. */
  isRepricing: boolean;
  /** Reference of a provider's return, until checkout has queried it. */
  r: string | null;
  completion: Completion | null;
  /** A change variant (`?ref=c`): the step leads straight back to confirm. */
  changing: boolean;
  /** Changes of the order to show before it is paid. */
  changed: Change[];
  /** Last error, shown at the top of the step. */
  failure: FailureDetails | null;
  /** Number of refused page requests; a change makes the address mirror correct the address. */
  refused: number;
};

/** Failures as events, handled in one place at the top of the chart. */
export type FailureEvent = { type: `failure.${FailureCode}`; failure: FailureDetails };

export type PurchaseEvent =
  | PageRequested
  | { type: 'language.choose'; lang: Lang }
  | { type: 'draft.kept'; form: string; fields: TypedFields }
  | { type: 'customer.submit'; customer: CustomerInfo }
  | { type: 'mail.resend' }
  | { type: 'mail.correct' }
  | { type: 'step.back' }
  | { type: 'step.change'; to: Extract<Screen, 'order' | 'sign-in' | 'payment'> }
  | { type: 'checkout.submit' }
  | { type: 'order.cancel' }
  | { type: 'order.again' }
  /** A ticket was removed from this device: a finished order must not stay either. */
  | { type: 'ticket.removed' }
  | { type: 'order.resume' }
  | FailureEvent
  | DoneActorEvent<OrderOutput, 'order'>
  | DoneActorEvent<PaymentOutput, 'payment'>
  | DoneActorEvent<CheckoutOutput, 'checkout'>
  | DoneActorEvent<HoldOutput, 'hold'>
  | DoneActorEvent<Placed, 'readOrder' | 'putCustomer'>
  | DoneActorEvent<{ sent_to: string }, 'sendOrderMail' | 'resendOrderMail'>
  | ErrorActorEvent
  | { type: 'xstate.snapshot.hold'; snapshot: unknown }
  | { type: 'xstate.snapshot.payment'; snapshot: SnapshotFrom<typeof paymentMachine> };

export type CustomerInput = { token: string | null; customer: CustomerInfo | null; key: string };
export type CancelInput = { token: string | null; key: string };

export type PurchaseTypes = {
  context: PurchaseContext;
  events: PurchaseEvent;
  input: PurchaseInput;
  tags: Tag;
  meta: Meta;
  children: {
    order: 'order';
    hold: 'hold';
    payment: 'payment';
    checkout: 'checkout';
    putCustomer: 'putCustomer';
    sendOrderMail: 'sendOrderMail';
    resendOrderMail: 'sendOrderMail';
    readOrder: 'readOrder';
    cancelOrder: 'cancelOrder';
  };
};
