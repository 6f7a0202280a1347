import type { Context, Hono } from 'hono';
import type { AdmissionQueue } from '#server/admission-queue/admission-queue.ts';
import { pickTexts } from '#server/db/texts.ts';
import { admitTicket, type Priorities } from '#server/http/priority.ts';
import type { Variables } from '#server/http/variables.ts';
import { calendarOf } from '#server/tickets/calendar.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { findTicket, mustAllow } from '#server/tickets/ticket-details.ts';
import { venueDay } from '#src/domain/dates.ts';
import { langOf } from '#src/domain/lang.ts';

const sendFile = async (deps: TicketDeps, c: Context<Variables>): Promise<Response> => {
  const { site } = c.var;
  const ticket = await findTicket(deps.db, site, c.req.param('reservation_token') ?? '');
  mustAllow(ticket, 'calendar');
  const lang = langOf(c.req.query('lang')) ?? ticket.lang;
  const { product_name, caution } = pickTexts(ticket.words, lang);
  const { title } = deps.sites.settingsOf(site);
  const file = calendarOf({
    uid: `${deps.tokens.idOf(`calendar\n${ticket.number}`)}@${site}.tickets`,
    sequence: ticket.changes,
    stamp: ticket.created_at,
    from: ticket.reservation_from,
    to: ticket.reservation_to,
    sale_type: ticket.sale_type,
    summary: product_name,
    location: title[lang],
    description: [ticket.number, caution].filter(Boolean).join('\n'),
  });
  const name = `ticket-${venueDay(ticket.reservation_from.getTime())}.ics`;
  return c.body(file, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
};

/** The visit as a calendar file, `?lang=` as for the ticket. It holds no link, since calendars are shared. */
export const calendarRoute = (
  app: Hono<Variables>,
  deps: TicketDeps & { admissionQueue: AdmissionQueue },
  priorities: Priorities,
): void => {
  const path = '/tickets/:reservation_token/calendar';
  app.get(path, async (c) => admitTicket(deps, priorities, c, () => sendFile(deps, c)));
};
