import * as v from 'valibot';
import type { PageRequested } from '#machines/shared/screens.ts';
import { ofCalendar, ofLink, withAttempt } from '#machines/shared/stored.types.ts';
import { Day, type TimeSpan, TimeSpanSchema } from '#src/domain/product.ts';
import { TicketSchema } from '#src/domain/ticket.ts';

export const ChangeDateContextSchema = v.object({
  ...ofLink,
  ...ofCalendar,
  ...withAttempt,
  ticket: v.nullable(TicketSchema),
  /** The month on the calendar by its first day, the chosen day and the new time. */
  choice: v.object({ month: v.nullable(Day), day: v.nullable(Day), timespan: v.nullable(TimeSpanSchema) }),
  /** Token of the new ticket after the change. */
  result: v.nullable(v.string()),
});
export type ChangeDateContext = v.InferOutput<typeof ChangeDateContextSchema>;

export type ChangeDateEvent =
  | PageRequested<'changedate' | 'changedate-confirm' | 'changedate-complete'>
  /** Sent when a stored page is restored. */
  | { type: 'page.restored' }
  | { type: 'month.show'; month: string }
  | { type: 'day.choose'; day: string }
  | { type: 'timespan.choose'; timespan: TimeSpan }
  | { type: 'search.again' }
  | { type: 'date.check' }
  | { type: 'date.submit' }
  | { type: 'step.back' }
  | { type: 'ticket.again' };

export type MoveInput = { token: string; timespan: TimeSpan | null; key: string };
