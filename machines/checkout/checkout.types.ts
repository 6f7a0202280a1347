import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { CheckoutReply, PaymentToken } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { DeclineReason, Method } from '#src/domain/payment.ts';

export type CheckoutInput = {
  /** Order token; null when a provider's return opened the page in a browser without the order. */
  token: string | null;
  lang: Lang;
  /** Total in yen that the visitor agreed to. */
  price: number;
  method: Method | null;
  payment: PaymentToken | null;
  /** Single-purpose reference of a provider's return; '' when the return had none. */
  r: string | null;
};

export type Challenge = { payment_intent_id: string; client_secret: string };
export type Redirect = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

export type CheckoutContext = CheckoutInput & {
  /** Idempotency-Key of the payment; a checkout sends at most one. */
  key: string;
  challenge: Challenge | null;
  /** Where the `leave` mirror redirects; the form fields are cleared after the redirect (docs/charts.md#leaving). */
  redirect: Redirect | null;
  /** Seconds until the next query. */
  retryAfter: number;
  /** Idempotency-Key of the next confirmcheckout; replaced after each reply with a known outcome. */
  confirmKey: string;
  /** Number of replies to confirmcheckout. */
  confirmations: number;
  /** The reference belongs to no payment: query this browser's order instead. */
  isReturnLost: boolean;
  /** The last query got no reply. */
  isUnreachable: boolean;
  completion: Completion | null;
  failure: FailureDetails | null;
};

export type CheckoutEvent =
  | { type: 'checkout.left' }
  /** The visitor is back: restore, bfcache, or the provider's return with its reference. */
  | { type: 'page.returned'; r: string | null }
  | { type: 'checkout.ask' }
  | DoneActorEvent<CheckoutReply, 'postCheckout'>
  | DoneActorEvent<CheckoutReply, 'confirmPayment'>
  | DoneActorEvent<Outcome, 'queryOutcome'>
  | ErrorActorEvent;

export type CheckoutOutput = { completion: Completion | null; failure: FailureDetails | null; token: string | null };

export type PostInput = Pick<CheckoutContext, 'token' | 'lang' | 'price' | 'method' | 'payment' | 'key'>;
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
