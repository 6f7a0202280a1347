import { wantAll } from '#machines/order/order.logic.ts';
import type { Found } from '#machines/order/order.types.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { visitOf } from '#src/domain/visit.ts';
import type { ChangeDateContext } from './change-date.types.ts';

type Some = Partial<ChangeDateContext>;

/** The calendar opens on the ticket's day and keeps an earlier choice. The stored snapshot gets no entry codes. */
export const applyTicket = ({ choice }: ChangeDateContext, ticket: Ticket): Some => {
  const day = choice.day ?? venueDay(ticket.reservation_from);
  const month = choice.month ?? day;
  return {
    ticket: { ...ticket, entry_code: '', people: [] },
    choice: { ...choice, month, day },
    wanted: { month, day },
  };
};

/** Shows other weeks, whose days are then searched; the choice stays. */
export const showMonth = ({ choice, slots, failure, missed }: ChangeDateContext, month: string): Some => ({
  choice: { ...choice, month },
  days: [],
  // A day's search that this one interrupts is repeated together with it.
  wanted: { month, day: slots.length === 0 ? choice.day : null },
  failure: missed && failure,
});

/** Chooses another day, whose times are then searched; the chosen time is cleared. */
export const chooseDay = ({ choice, days }: ChangeDateContext, day: string): Some => ({
  choice: { ...choice, day, timespan: null },
  slots: [],
  wanted: { month: days.length === 0 ? choice.month : null, day },
  failure: null,
  missed: null,
});

/** The request for the chosen time. */
export const moveTo = (timespan: TimeSpan | null) => ({
  time_span_id: timespan?.id ?? '',
  visit: timespan ? visitOf(timespan) : undefined,
});

/** Yen to pay for a change to the chosen time. */
export const priceOf = ({ choice }: ChangeDateContext): number => choice.timespan?.change?.price ?? 0;

/** The content of a write, which its key stands for: the chosen time, and its price. */
export const contentOf = (context: ChangeDateContext) => ({
  ...moveTo(context.choice.timespan),
  price: priceOf(context),
});

/** Search results replace the ones that are shown. */
export const applySearch = (context: ChangeDateContext, { days, slots }: Found): Some => ({
  days: days ?? context.days,
  slots: slots ?? context.slots,
});

/** The server refused the chosen time: it is remembered as `missed` and cleared, and the search runs again. */
export const refuseSlot = (context: ChangeDateContext, failure: FailureDetails): Some => ({
  ...wantAll(context),
  failure,
  missed: context.choice.timespan,
  choice: { ...context.choice, timespan: null },
  slots: [],
});
