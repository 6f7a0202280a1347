import type { Selectable } from 'kysely';
import type { Database } from '#server/db/types.ts';
import type { DeclineReason, Method } from '#src/domain/payment.ts';

/** One attempt to pay: a row of `payments`. */
export type Attempt = Selectable<Database['payments']>;

/** What a provider says of an attempt. `unknown`: no answer, or (`answered`) one that leaves it open. */
export type Outcome =
  | { kind: 'paid'; providerId: string | null; amount: number; currency: string }
  | { kind: 'requires_action'; providerId: string; clientSecret: string }
  | { kind: 'declined'; providerId: string | null; reason: DeclineReason }
  | { kind: 'cancelled'; providerId: string | null }
  | { kind: 'unknown'; answered?: true };

/** What an attempt needs beside its row. */
export type StartFacts = { returnUrl: string };

/**
 * One payment method's provider. None of these throws for what a provider can do: a refusal, a time-out and nonsense
 * are outcomes. Each may be called again for the same attempt without a second charge (payments.md §10).
 */
export type Adapter = {
  /** Takes the money, or says what is missing. */
  start: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** What became of it, while the visitor waits: an attempt the provider never received is made now. */
  ask: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Makes sure that nothing is charged any more, or learns that it was. */
  drop: (attempt: Attempt, facts: StartFacts) => Promise<Outcome>;
  /** Gives the money back, once. Out: whether the provider confirmed it. */
  refund: (attempt: Attempt) => Promise<boolean>;
  /** In: raw body and signature of a notice. Out: its id and the attempt it is about; null when it is not theirs. */
  notice?: (raw: Uint8Array, signature: string) => Promise<Notice | null>;
};

/** What a verified notice is about; null where it does not say. */
export type Notice = { eventId: string; providerId: string | null; attemptId: string | null };

/** Methods that are built; the others come with later issues and are refused as method_unavailable. */
export type Adapters = Record<Method, Adapter | undefined>;
