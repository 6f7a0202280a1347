import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Completion } from '#src/domain/completion.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { CheckoutReply, DeclineReason, Method, PaymentToken } from '#src/domain/payment.ts';

export type CheckoutInput = {
  /** Order token; null when a provider's return opened the page in a browser that knows nothing. */
  token: string | null;
  lang: Lang;
  /** Total in yen that the visitor agreed to. */
  price: number;
  method: Method | null;
  payment: PaymentToken | null;
  /** Single-purpose reference of a provider's return; '' when the return named none. */
  r: string | null;
};

export type Challenge = { payment_intent_id: string; client_secret: string };
export type Leave = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

export type CheckoutContext = CheckoutInput & {
  /** Idempotency-Key of the payment; a checkout makes at most one. */
  key: string;
  challenge: Challenge | null;
  /** Where the `leave` mirror takes the visitor; its fields are dropped once left (docs/charts.md#leaving). */
  leave: Leave | null;
  /** Seconds until the question is put again. */
  retryAfter: number;
  /** Idempotency-Key of the next confirmcheckout: a new one after each settled answer. */
  confirmKey: string;
  /** How often confirmcheckout was answered. */
  confirmations: number;
  /** The reference names no payment: the order of this browser is asked instead. */
  isReturnLost: boolean;
  /** The last question was not answered. */
  isUnreachable: boolean;
  completion: Completion | null;
  failure: FailureNote | null;
};

export type CheckoutEvent =
  | { type: 'checkout.left' }
  /** The visitor is here again: restore, bfcache, or the provider's return with its reference. */
  | { type: 'page.returned'; r: string | null }
  | { type: 'checkout.ask' }
  | DoneActorEvent<CheckoutReply, 'postCheckout' | 'confirmPayment'>
  | DoneActorEvent<Outcome, 'askOutcome'>
  | ErrorActorEvent;

export type CheckoutOutput = { completion: Completion | null; failure: FailureNote | null; token: string | null };

export type PostInput = Pick<CheckoutContext, 'token' | 'lang' | 'price' | 'method' | 'payment' | 'key'>;
export type ChallengeInput = { method: Method | null; client_secret: string };
export type ConfirmInput = { payment_intent_id: string; key: string };
/** `attempt`: what this browser paid with, where it did. */
export type AskInput = { token: string | null; r: string | null; attempt: PostInput | null };

/** What became of the attempt, whichever way it was asked. */
export type Outcome =
  | { status: 'paid'; token: string | null; completion: Completion }
  | { status: 'declined'; token: string | null; reason?: DeclineReason | undefined }
  | { status: 'checking'; token: string | null; retry_after: number }
  | { status: 'open'; token: string | null };
