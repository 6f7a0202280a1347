import type { Found } from '#machines/order/order.types.ts';
import type { PageRequested, Screen } from '#machines/shared/screens.ts';
import { addMonths, venueDay } from '#src/domain/dates.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { ChangeDateContext, ChangeDateEvent } from './change-date.types.ts';

type Some = Partial<ChangeDateContext>;

/** The calendar opens on the day the ticket is for; what was chosen before stays. Codes are not kept. */
export const ticketRead = ({ choice }: ChangeDateContext, ticket: Ticket): Some => {
  const day = choice.day ?? venueDay(ticket.reservation_from);
  const month = choice.month ?? addMonths(day, 0);
  return {
    ticket: { ...ticket, entry_code: '', people: [] },
    choice: { ...choice, month, day },
    wanted: { month, day },
  };
};

/** Another month on the calendar: its days are to be looked up; what was chosen stays. */
export const monthShown = ({ choice, slots, note, missed }: ChangeDateContext, month: string): Some => ({
  choice: { ...choice, month },
  days: [],
  // a look-up of the day that this one interrupts is made together with it
  wanted: { month, day: slots.length === 0 ? choice.day : null },
  note: missed && note,
});

/** Another day: its times are to be looked up, the time chosen before is let go. */
export const dayChosen = ({ choice, days }: ChangeDateContext, day: string): Some => ({
  choice: { ...choice, day, timespan: null },
  slots: [],
  wanted: { month: days.length === 0 ? choice.month : null, day },
  note: null,
  missed: null,
});

/** Everything that is shown is looked up once more. */
export const wantAll = ({ choice }: ChangeDateContext): Some => ({ wanted: { month: choice.month, day: choice.day } });

/** What was found replaces what was shown. */
export const found = (context: ChangeDateContext, { days, slots }: Found): Some => ({
  days: days ?? context.days,
  slots: slots ?? context.slots,
});

/** The chosen timespan was refused: it is named, the choice of it dropped, what is shown looked up once more. */
export const slotRefused = (context: ChangeDateContext, note: FailureNote): Some => ({
  ...wantAll(context),
  note,
  missed: context.choice.timespan,
  choice: { ...context.choice, timespan: null },
  slots: [],
});

/** Guard: this page of the flow is asked for. */
export const asks =
  (screen: Screen) =>
  ({ event }: { event: ChangeDateEvent | PageRequested }): boolean =>
    event.type === 'page.requested' && event.screen === screen;
