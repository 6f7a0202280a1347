import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { pickTexts } from '#server/db/tables.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { toLines } from '#src/domain/plain-text.ts';
import type { TicketDetails } from './ticket-details.ts';

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A period covers whole days; a period that ends at midnight ended the day before. */
const timesOf = ({ sale_type, reservation_from, reservation_to }: TicketDetails) =>
  sale_type === 'period'
    ? {
        start: midnight(venueDay(reservation_from.getTime())),
        end: midnight(addDays(venueDay(reservation_to.getTime() - 1), 1)),
        allDay: true,
        transparency: ICalEventTransparency.TRANSPARENT,
      }
    : { start: reservation_from, end: reservation_to };

/** A visit as a calendar file, and what a calendar does with it. */
export type CalendarFile = { name: string; text: string; method: 'PUBLISH' | 'CANCEL' };

/** The visit as a calendar file (RFC 5545), which removes that of an ended ticket. It holds no link, since calendars are shared. */
export const calendarFileOf = (
  { sites, tokens }: { sites: Sites; tokens: TokenService },
  ticket: TicketDetails,
  lang: Lang,
): CalendarFile => {
  const { product_name, caution } = pickTexts(ticket.words, lang);
  const venue = sites.settingsOf(ticket.site).exhibition.name[lang];
  const place = sites.placeOf(ticket.site, lang);
  const isCancelled = ticket.state === 'cancelled';
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId: '//Ticket store//Ticket//EN', method });
  calendar.createEvent({
    /* The same for every date the ticket is moved to: a calendar keeps the event of the highest sequence, of equal ones the latest. */
    id: `${tokens.idOf(`calendar\n${ticket.number}`)}@${ticket.site}.tickets`,
    sequence: ticket.changes + Number(isCancelled),
    stamp: ticket.as_of,
    ...timesOf(ticket),
    /* Calendars show a text as it is, so control characters are left out. */
    summary: toLines(product_name),
    location: toLines(place === null ? venue : `${venue}, ${place}`),
    description: toLines([ticket.number, caution].filter(Boolean).join('\n')),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  const name = `ticket-${venueDay(ticket.reservation_from.getTime())}.ics`;
  return { name, text: `${calendar.toString()}\r\n`, method };
};
