import * as v from 'valibot';
import type { DoneActorEvent, SnapshotFrom } from 'xstate';
import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import type { CorrectedEvent } from '#machines/correction/correction.types.ts';
import { ChoiceSchema, type OrderOutput, type Placed, type ReclaimedEvent } from '#machines/order/order.types.ts';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentOutput } from '#machines/payment/payment.types.ts';
import type { FailureEvent } from '#machines/shared/errors.ts';
import type { PageRequested, PageTypes, PurchaseScreen, Screen } from '#machines/shared/screens.ts';
import { AttemptSchema } from '#machines/shared/stored.types.ts';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import type { CustomerInfo, TypedFields } from '#src/domain/customer.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import { MethodSchema } from '#src/domain/payment.ts';
import { PurchaseFactsSchema } from '#src/domain/purchase.ts';
import { SiteRulesSchema } from '#src/domain/site.ts';

export type PurchaseInput = Pick<PurchaseContext, 'site' | 'lang'>;

export const PurchaseContextSchema = v.object({
  ...PurchaseFactsSchema.entries,
  site: SiteRulesSchema,
  lang: LangSchema,
  attempt: v.nullable(AttemptSchema),
  /** The attempt of the order page, which may be left before the outcome is known. */
  placing: v.nullable(AttemptSchema),
  /** From when on the confirmation mail may be sent again, ms since 1970 by this device's clock; null before the first one. */
  resendAt: v.nullable(v.number()),
  choice: ChoiceSchema,
  /** The payment of this total, in yen, that the visitor agreed to in an express wallet's sheet beside the customer's form. */
  agreed: v.nullable(
    v.object({ paid: v.object({ method: MethodSchema, payment: PaymentTokenSchema }), price: v.number() }),
  ),
  /** Unsent input by form (docs/charts.md#input). */
  drafts: v.record(v.string(), v.record(v.string(), v.string())),
});
export type PurchaseContext = v.InferOutput<typeof PurchaseContextSchema>;

/** Unsent input of a form. */
export type Draft = { form: string; fields: TypedFields };

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

export type Sheet = Pick<PurchaseContext, 'agreed' | 'failure'>;

export type PurchaseEvent =
  | PageRequested<PurchaseScreen>
  | { type: 'language.choose'; lang: Lang }
  | ({ type: 'draft.kept' } & Draft)
  | { type: 'customer.submit'; customer: CustomerInfo }
  /** The sheet of an express wallet beside the customer's form ended: what was agreed to, or why nothing was. */
  | { type: 'sheet.ended'; sheet: Sheet }
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
  /** The stored purchase does not fit these charts; the token of its order was stored apart. */
  | { type: 'order.recalled'; token: string }
  | CorrectedEvent
  | ReclaimedEvent
  | FailureEvent
  | DoneActorEvent<OrderOutput, 'order'>
  | DoneActorEvent<PaymentOutput, 'payment'>
  | DoneActorEvent<CheckoutOutput, 'checkout'>
  | DoneActorEvent<Placed, 'readOrder'>;

/** `mailIn`: language of the mail that confirms the address; null if none is sent. */
export type CustomerInput = { token: string | null; customer: CustomerInfo | null; mailIn: Lang | null; key: string };
/** `at`: when the reply came, ms since 1970. */
export type Mailed = { sent_to: string; at: number };
export type Saved = Placed | Mailed;
/** `timeout`: how long the reply is awaited, ms. */
export type CancelInput = { token: string | null; key: string; timeout: number };

export type PurchaseTypes = PageTypes & {
  context: PurchaseContext;
  events: PurchaseEvent;
  input: PurchaseInput;
  children: {
    order: 'order';
    hold: 'hold';
    payment: 'payment';
    checkout: 'checkout';
    correction: 'correction';
    putCustomer: 'sendCustomer';
    resendOrderMail: 'sendCustomer';
    readOrder: 'readOrder';
    cancelOrder: 'cancelOrder';
    resendPause: 'wait';
  };
};
