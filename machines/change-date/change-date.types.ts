import * as v from 'valibot';
import { PlacedSchema } from '#machines/order/order.types.ts';
import type { PageRequested, PageTypes } from '#machines/shared/screens.ts';
import { ofCalendar, ofLink, withAttempt } from '#machines/shared/stored.types.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { PaymentTokenSchema } from '#src/domain/checkout.ts';
import { type Method, MethodSchema } from '#src/domain/payment.ts';
import { Day, type TimeSpan, TimeSpanSchema } from '#src/domain/product.ts';
import { TicketSchema } from '#src/domain/ticket.ts';

export const ChangeDateContextSchema = v.object({
  ...ofLink,
  ...ofCalendar,
  ...withAttempt,
  ticket: v.nullable(TicketSchema),
  /** The month on the calendar by its first day, the chosen day and the new time. */
  choice: v.object({ month: v.nullable(Day), day: v.nullable(Day), timespan: v.nullable(TimeSpanSchema) }),
  /** The order that pays for the chosen time and holds its seats, without personal data, and how it will be paid. */
  placed: v.nullable(PlacedSchema),
  method: v.nullable(MethodSchema),
  payment: v.nullable(PaymentTokenSchema),
  /** Token of the new ticket after the change. */
  result: v.nullable(v.string()),
});
export type ChangeDateContext = v.InferOutput<typeof ChangeDateContextSchema>;

export type ChangeDateEvent =
  | PageRequested<'changedate' | 'changedate-confirm' | 'changedate-complete' | 'payment-callback'>
  | { type: 'page.restored' }
  | { type: 'month.show'; month: string }
  | { type: 'day.choose'; day: string }
  | { type: 'timespan.choose'; timespan: TimeSpan }
  | { type: 'search.again' }
  | { type: 'date.check' }
  | { type: 'date.submit' }
  | { type: 'method.choose'; method: Method }
  /** `method`: the method shown as chosen; null if the chosen one is no longer offered. */
  | { type: 'payment.submit'; method: Method | null }
  | { type: 'step.back' }
  | { type: 'ticket.again' };

/** `price`: yen to pay for the change. */
export type MoveInput = { token: string; timespan: TimeSpan | null; price: number; key: string };
/** The token of the new ticket, or the order that pays for it. */
export type Moved = Pick<ChangeDateContext, 'result' | 'placed'>;

export type ChangeDateTypes = PageTypes & {
  context: ChangeDateContext;
  events: ChangeDateEvent;
  input: TicketInput;
  children: {
    readTicket: 'readTicket';
    search: 'search';
    changeDate: 'changeDate';
    takeToken: 'takeToken';
    checkout: 'checkout';
  };
};
