import type { Context, Hono } from 'hono';
import { calendarFileOf } from '#server/tickets/calendar-file.ts';
import { findTicket, mustAllow } from '#server/tickets/ticket-details.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { admitTicket, type Priorities } from '#server/web/http/priority.ts';
import { only } from '#server/web/http/refuse.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { langOf } from '#src/domain/lang.ts';

const sendFile = async (deps: WebDeps, c: Context<Variables>): Promise<Response> => {
  const ticket = await findTicket(deps.db, c.var.site, c.req.param('reservation_token') ?? '');
  mustAllow(ticket, 'calendar');
  const { name, text } = calendarFileOf(deps, ticket, langOf(c.req.query('lang')) ?? ticket.lang);
  return c.body(text, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
};

/** The visit as a calendar file, `?lang=` as for the ticket. */
export const calendarRoute = (app: Hono<Variables>, deps: WebDeps, priorities: Priorities): void => {
  const path = '/tickets/:reservation_token/calendar';
  app.get(path, async (c) => admitTicket(deps, priorities, c, () => sendFile(deps, c)));
  app.all(path, only('GET'));
};
