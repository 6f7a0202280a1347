import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Found } from '#machines/order/order.types.ts';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { PageRequested } from '#machines/shared/screens.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { DayStock, TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';

export type ChangeDateContext = TicketInput & {
  attempt: Attempt | null;
  ticket: Ticket | null;
  choice: {
    /** First day of the month on the calendar, YYYY-MM-DD. */
    month: string | null;
    day: string | null;
    /** The new time. */
    timespan: TimeSpan | null;
  };
  /** What to search for: the days of a month, the times of a day, or both. */
  wanted: { month: string | null; day: string | null };
  days: DayStock[];
  slots: TimeSpan[];
  /** Error of the last attempt, shown in place. */
  failure: FailureDetails | null;
  /** The time that the server refused. */
  missed: TimeSpan | null;
  /** Token of the new ticket after the change. */
  result: string | null;
  /** Number of refused page requests. */
  refused: number;
};

export type ChangeDateEvent =
  | PageRequested
  /** Sent when a stored page is restored, maybe in another language. */
  | { type: 'page.restored'; lang: Lang }
  | { type: 'month.show'; month: string }
  | { type: 'day.choose'; day: string }
  | { type: 'timespan.choose'; timespan: TimeSpan }
  | { type: 'search.again' }
  | { type: 'date.check' }
  | { type: 'date.submit' }
  | { type: 'step.back' }
  | { type: 'ticket.again' }
  | DoneActorEvent<Ticket, 'readTicket'>
  | DoneActorEvent<Found, 'search'>
  | DoneActorEvent<string, 'changeDate'>
  | ErrorActorEvent;

export type MoveInput = { token: string; timespan: TimeSpan | null; key: string };
