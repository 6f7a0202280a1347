import type { Selectable } from 'kysely';
import type { Database } from '#server/db/types.ts';
import { type DeclineReason, DeclineReasonSchema } from '#src/domain/decline-reason.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The reason of each code, from the codes of each reason. */
export const reasonsByCode = (codes: Partial<Record<DeclineReason, readonly string[]>>) =>
  new Map(DeclineReasonSchema.options.flatMap((reason) => codes[reason]?.map((code) => [code, reason] as const) ?? []));

export type Attempt = Selectable<Database['payments']>;

/** Milliseconds since an attempt began. */
export const ageOf = ({ created_at }: Attempt): number => Date.now() - created_at.getTime();

/** A redirect of the browser to the provider, with the form fields to send. */
export type Redirect = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

/** Data of the provider that later calls need (ids, passwords); stored with the attempt, never sent to a browser. */
export type ProviderData = Record<string, string>;

/**
 * A provider's report about an attempt. `redirect`: the visitor pays on the provider's pages; `next`: another of its pages
 * follows immediately. `unknown`: no reply, or (`answered`) an inconclusive one. `isUnconfirmed`: the money was reported by a
 * notice only, so the provider's daily file must confirm it.
 */
export type Outcome = (
  | { kind: 'paid'; providerId: string | null; amount: number; currency: string; isUnconfirmed?: true }
  | { kind: 'redirect'; providerId: string | null; redirect: Redirect; next?: true }
  | { kind: 'requires_action'; providerId: string; clientSecret: string }
  | { kind: 'declined'; providerId: string | null; reason: DeclineReason }
  | { kind: 'cancelled'; providerId: string | null }
  | { kind: 'unknown'; answered?: true }
) & { data?: ProviderData };

export type Paid = Extract<Outcome, { kind: 'paid' }>;

/**
 * Context of an attempt: where the browser returns to, where notices are sent, and the parameters of its return, which prove
 * nothing by themselves.
 */
export type StartFacts = {
  site: SiteCode;
  lang: Lang;
  returnUrl: string;
  noticeUrl: string;
  returned: Readonly<Record<string, string>>;
  /** Polled because of a notice: the visitor's own request may be running concurrently. */
  isNotice?: boolean;
  /** Stores data with the attempt that must survive a crash between two calls, before the second call. */
  save: (data: ProviderData) => Promise<void>;
};

/**
 * The provider's ledger entry of an attempt, in yen: money captured and money refunded, and whether the bank is asked to take
 * it back, or has (`isLost`). `unaskable`: the provider has no call for it. `unconfirmed`: paid by a notice alone and not in a daily file yet. `silence`: no reply, or one that cannot be parsed.
 */
export type LedgerEntry =
  | { kind: 'known'; captured: number; refunded: number; isDisputed?: boolean; isLost?: boolean }
  | { kind: 'unconfirmed'; since: Date }
  | { kind: 'unaskable' }
  | { kind: 'silence' };

/** No money was ever captured. */
export const nothing: LedgerEntry = { kind: 'known', captured: 0, refunded: 0 };

/** A part of a payment, in yen. */
export type Part = { id: string; amount: number };

/** A refund that the provider will never make, by its code. */
export type Refused = { refused: string };

/**
 * The provider of one payment method. No function throws for anything a provider can do: refusals, time-outs and invalid replies
 * are outcomes. Each can be repeated for the same attempt without a second charge (docs/payments.md#rules-for-every-method).
 */
export type Adapter = {
  /** Which of the provider's contracts a new attempt of a site belongs to; stored with it. */
  contractFor?: (site: SiteCode) => ProviderData;
  /** Charges, or returns the action that is required first. */
  start: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Polls the outcome while the visitor waits. If the provider never received the attempt, the adapter may send it again. */
  poll: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Cancels the attempt so that it can no longer charge, or finds out that it did. */
  cancel: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Refunds the money, once. Returns whether the provider confirmed it, or that it refuses for good. */
  refund: (attempt: Attempt, site: SiteCode) => Promise<boolean | Refused>;
  /**
   * Refunds a part of the money, once for each id, as `refund` does afterwards with the rest. Missing where the provider has no such
   * call that can be repeated (docs/payments.md#parts-of-a-payment).
   */
  refundPart?: (attempt: Attempt, part: Part, site: SiteCode) => Promise<boolean | Refused>;
  /** Read-only: the attempt in the provider's ledger, queried by the same calls whatever our own state is. */
  readLedger: (attempt: Attempt, site: SiteCode) => Promise<LedgerEntry>;
  /** Parses a notice; null when it has not the provider's shape. */
  notice?: (raw: Uint8Array, headers: Headers) => Promise<Notice | null>;
};

/** The result of a notice: the outcome it proves, or `poll` to poll the provider after storing `data`. */
export type Verdict = Outcome | { kind: 'poll'; data: ProviderData };

/**
 * A notice, not verified yet; ids are null where it has none. `isFor`: whether the attempt's own contract, by its site, verifies it,
 * before which nothing in it is believed: so another venue's notice has no effect, and a false one costs no more with more venues.
 * `judge` compares it with the attempt: null means that it contradicts the attempt and must have no effect. Without `judge` the
 * provider is polled. `isAboutMoney`: money that was paid has moved again.
 */
export type Notice = {
  providerId: string | null;
  attemptId: string | null;
  judge?: (attempt: Attempt) => Verdict | null;
  /** The payment that it proves, which no order can get where the attempt has another one. */
  paid?: Paid | null;
  /** A result: by which a person finds it at the provider where it is of no payment here, and the contract that it names. */
  about?: string;
  contract?: string;
  isAboutMoney?: boolean;
  isFor: (attempt: Pick<Attempt, 'data'>, site: SiteCode) => boolean | Promise<boolean>;
};

/**
 * Adapters by method. Undefined where the operator has no contract with the provider; the method is then rejected as
 * method_unavailable.
 */
export type Adapters = Record<Method, Adapter | undefined>;
