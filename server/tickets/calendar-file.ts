import { pickTexts } from '#server/db/tables.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { calendarOf } from './calendar.ts';
import type { TicketDetails } from './ticket-details.ts';

/** The visit as a calendar file. It holds no link, since calendars are shared. */
export const calendarFileOf = (
  { sites, tokens }: { sites: Sites; tokens: TokenService },
  ticket: TicketDetails,
  lang: Lang,
): { name: string; text: string } => {
  const { product_name, caution } = pickTexts(ticket.words, lang);
  const { name } = sites.settingsOf(ticket.site).exhibition;
  const place = sites.placeOf(ticket.site, lang);
  const text = calendarOf({
    uid: `${tokens.idOf(`calendar\n${ticket.number}`)}@${ticket.site}.tickets`,
    sequence: ticket.changes,
    stamp: ticket.as_of,
    from: ticket.reservation_from,
    to: ticket.reservation_to,
    sale_type: ticket.sale_type,
    summary: product_name,
    location: place === null ? name[lang] : `${name[lang]}, ${place}`,
    description: [ticket.number, caution].filter(Boolean).join('\n'),
  });
  return { name: `ticket-${venueDay(ticket.reservation_from.getTime())}.ics`, text };
};
