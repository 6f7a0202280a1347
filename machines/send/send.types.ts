import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';

/** By mail to somebody, or as a ticket with its own link. */
export type Way = 'mail' | 'link';

/** How many of one option. */
export type Part = { id: string; count: number };

/** What the visitor has confirmed. A retry sends exactly the same, so that the server recognises it by its key. */
export type Transfer = {
  way: Way;
  email: string;
  note: string;
  lang: Lang;
  option_values: Part[];
  /** Idempotency key (docs/charts.md#idempotency-keys). */
  key: string;
};

/** The result: the recipient's address, or the token of the new ticket's link; the other one is ''. */
export type Handed = { quantity: number; sent_to: string; reservation_token: string };

export type SendContext = TicketInput & {
  ticket: Ticket | null;
  /** The selected people; at first everybody. */
  parts: Part[];
  way: Way;
  /** Unsent input: address and note. */
  fields: Record<string, string>;
  transfer: Transfer | null;
  handed: Handed | null;
  /** Error of the last attempt, shown in place. */
  failure: FailureDetails | null;
};

export type SendEvent =
  /** Sent when a stored page is restored, maybe in another language. */
  | { type: 'page.restored'; lang: Lang }
  | { type: 'people.set'; part: Part }
  | { type: 'way.choose'; way: Way }
  | { type: 'draft.kept'; form: string; fields: Record<string, string> }
  | { type: 'send.check'; email: string; note: string }
  | { type: 'send.submit' }
  | { type: 'send.again' }
  | { type: 'step.back' }
  | { type: 'ticket.again' }
  | DoneActorEvent<Ticket, 'readTicket'>
  | DoneActorEvent<Handed, 'handOver'>
  | ErrorActorEvent;

export type HandOverInput = { token: string; transfer: Transfer | null };
