import * as order from '#machines/order/order.logic.ts';
import type { Found } from '#machines/order/order.types.ts';
import { withoutSecrets } from '#machines/shared/stored-ticket.ts';
import { visitOf } from '#src/domain/checkout.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { ChangeDateContext } from './change-date.types.ts';

type Some = Partial<ChangeDateContext>;

/** The calendar opens on the ticket's day and keeps an earlier choice. */
export const applyTicket = ({ choice }: ChangeDateContext, ticket: Ticket): Some => {
  const day = choice.day ?? venueDay(ticket.reservation_from);
  const month = choice.month ?? day;
  return {
    ticket: withoutSecrets(ticket),
    choice: { ...choice, month, day },
    wanted: { month, day },
  };
};

/** Shows other weeks; why a time was refused stays on the page. */
export const showMonth = (context: ChangeDateContext, month: string): Some => ({
  ...order.showMonth(context, month),
  failure: context.missed && context.failure,
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
  ...order.missSlot(context, failure),
  slots: [],
});
