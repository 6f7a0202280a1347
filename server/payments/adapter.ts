import type { Selectable } from 'kysely';
import type { Database } from '#server/db/types.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { DeclineReason, Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** One attempt to pay: a row of `payments`. */
export type Attempt = Selectable<Database['payments']>;

/** Where the browser goes to pay, and what it sends there. */
export type Leave = { url: string; method: 'GET' | 'POST'; fields: Record<string, string> };

/** What a provider told that is needed later (ids, passes); kept with the attempt, never told to a browser. */
export type ProviderData = Record<string, string>;

/**
 * What a provider says of an attempt. `redirect`: the visitor pays on the provider's pages; `next`: another of its pages
 * follows at once. `unknown`: no answer, or (`answered`) one that leaves it open. `isUnconfirmed`: only a notice reports the
 * money, so the provider's daily file has to confirm it.
 */
export type Outcome = (
  | { kind: 'paid'; providerId: string | null; amount: number; currency: string; isUnconfirmed?: true }
  | { kind: 'redirect'; providerId: string | null; leave: Leave; next?: true }
  | { kind: 'requires_action'; providerId: string; clientSecret: string }
  | { kind: 'declined'; providerId: string | null; reason: DeclineReason }
  | { kind: 'cancelled'; providerId: string | null }
  | { kind: 'unknown'; answered?: true }
) & { data?: ProviderData };

/**
 * What an attempt needs beside its row: where the browser comes back to, where notices go, and what the browser brought
 * with it when it did (never proof of anything by itself).
 */
export type StartFacts = {
  site: SiteCode;
  lang: Lang;
  returnUrl: string;
  noticeUrl: string;
  returned: Readonly<Record<string, string>>;
  /** Asked because a notice came: the visitor's own request may be running at this moment. */
  isNotice?: boolean;
  /** Writes down with the attempt what must outlive a crash between two calls, before the second one is made. */
  keep: (data: ProviderData) => Promise<void>;
};

/**
 * What a provider's own book says of an attempt, in yen: money it took for us, and money of it that went back. `unaskable`:
 * the provider has no call for it. `unconfirmed`: paid by a notice alone and not in a daily file yet. `silence`: no answer, or
 * none that can be understood.
 */
export type Book =
  | { kind: 'told'; captured: number; refunded: number }
  | { kind: 'unconfirmed'; since: Date }
  | { kind: 'unaskable' }
  | { kind: 'silence' };

/** Nothing was ever taken. */
export const nothing: Book = { kind: 'told', captured: 0, refunded: 0 };

/**
 * One payment method's provider. None of these throws for what a provider can do: a refusal, a time-out and nonsense
 * are outcomes. Each may be called again for the same attempt without a second charge (docs/payments.md#rules-for-every-method).
 */
export type Adapter = {
  /** Takes the money, or says what is missing. */
  start: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** What became of it, while the visitor waits: an attempt the provider never received is made now. */
  ask: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Makes sure that nothing is charged any more, or learns that it was. */
  drop: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Gives the money back, once. Out: whether the provider confirmed it. */
  refund: (attempt: Attempt, site: SiteCode) => Promise<boolean>;
  /** Only looks: what the provider has in its book for the attempt, by the same calls whatever ours says. */
  book: (attempt: Attempt, site: SiteCode) => Promise<Book>;
  /** In: raw body and headers of a notice. Out: its id and the attempt it is about; null when it is not theirs. */
  notice?: (raw: Uint8Array, headers: Headers) => Promise<Notice | null>;
};

/** What follows from a notice: the outcome it proves, or a question to the provider, with data to store before it. */
export type Verdict = Outcome | { kind: 'ask'; data: ProviderData };

/**
 * What a verified notice is about; null where it does not say. `judge` compares it with the attempt: null when it contradicts
 * it, and then it must have no effect. Without `judge` the provider is asked.
 */
export type Notice = {
  eventId: string;
  providerId: string | null;
  attemptId: string | null;
  judge?: (attempt: Attempt) => Verdict | null;
};

/** One per method; where the operator has no contract with its provider there is none, and it is refused as method_unavailable. */
export type Adapters = Record<Method, Adapter | undefined>;
