import * as v from 'valibot';
import type { DoneActorEvent } from 'xstate';
import type { PageTypes } from '#machines/shared/screens.ts';
import { KeySchema, withFailure } from '#machines/shared/stored.types.ts';
import { type CheckoutReply, PaymentTokenSchema, RedirectSchema, VisitPeriodSchema } from '#src/domain/checkout.ts';
import { type Completion, CompletionSchema } from '#src/domain/completion.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { type Method, MethodSchema } from '#src/domain/payment.ts';

export type Redirect = v.InferOutput<typeof RedirectSchema>;

export const CheckoutContextSchema = v.object({
  ...withFailure,
  /** Order token; null when a provider's return opened the page in a browser without the order. */
  token: v.nullable(v.string()),
  lang: LangSchema,
  /** Total in yen that the visitor agreed to. */
  price: v.number(),
  /** The visit that the visitor agreed to; null as `token` is. */
  visit: v.nullable(VisitPeriodSchema),
  method: v.nullable(MethodSchema),
  payment: v.nullable(PaymentTokenSchema),
  /** Single-purpose reference of a provider's return; '' when the return had none. */
  r: v.nullable(v.string()),
  /** Idempotency-Key of the payment; a checkout sends at most one. */
  key: KeySchema,
  challenge: v.nullable(v.object({ payment_intent_id: v.string(), client_secret: v.string() })),
  /** Where the `leave` mirror redirects; the form fields are cleared after the redirect (docs/charts.md#leaving). */
  redirect: v.nullable(RedirectSchema),
  /** Seconds until the next query. */
  retryAfter: v.number(),
  /** Idempotency-Key of the next confirmcheckout; replaced after each reply with a known outcome. */
  confirmKey: KeySchema,
  /** Number of replies to confirmcheckout. */
  confirmations: v.number(),
  /** The reference belongs to no payment: query this browser's order instead. */
  isReturnLost: v.boolean(),
  /** The last query got no reply. */
  isUnreachable: v.boolean(),
  completion: v.nullable(CompletionSchema),
});
export type CheckoutContext = v.InferOutput<typeof CheckoutContextSchema>;

export type CheckoutEvent =
  | { type: 'checkout.left' }
  /** The visitor is back: restore, bfcache, or the provider's return with its reference. */
  | { type: 'page.returned'; r: string | null }
  | { type: 'checkout.ask' }
  | DoneActorEvent<CheckoutReply, 'postCheckout'>
  | DoneActorEvent<CheckoutReply, 'confirmPayment'>
  | DoneActorEvent<Outcome, 'queryOutcome'>;

export type CheckoutOutput = { completion: Completion | null; failure: FailureDetails | null; token: string | null };

export type PostInput = Pick<CheckoutContext, 'token' | 'lang' | 'price' | 'visit' | 'method' | 'payment' | 'key'>;
export type ChallengeInput = { method: Method | null; client_secret: string };
export type ConfirmInput = { payment_intent_id: string; key: string };
/** `attempt`: the payment that this browser sent, if any. */
export type QueryInput = { token: string | null; r: string | null; attempt: PostInput | null };

/** Outcome of the attempt, the same for each way of querying it. */
export type Outcome =
  | { status: 'paid'; token: string | null; completion: Completion }
  | { status: 'declined'; token: string | null; reason?: DeclineReason | undefined }
  | { status: 'checking'; token: string | null; retry_after: number }
  | { status: 'open'; token: string | null };

/** The parts that guards judge: the chart's context, and the status of the reply that has come. */
export type Fact = { context: CheckoutContext };
export type Reply = Pick<CheckoutReply | Outcome, 'status'>;

export type CheckoutTypes = PageTypes & {
  context: CheckoutContext;
  events: CheckoutEvent;
  input: Pick<CheckoutContext, 'token' | 'lang' | 'price' | 'visit' | 'method' | 'payment' | 'r'>;
  output: CheckoutOutput;
  children: {
    postCheckout: 'postCheckout';
    showChallenge: 'showChallenge';
    confirmPayment: 'confirmPayment';
    queryOutcome: 'queryOutcome';
    askAgain: 'wait';
  };
};
