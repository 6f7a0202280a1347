import type { Context, Hono } from 'hono';
import { Problem } from '#server/shared/problem.ts';
import { ticketPage } from '#server/shared/site-address.ts';
import { calendarFileOf } from '#server/tickets/calendar-file.ts';
import { findTicket, mustAllow } from '#server/tickets/ticket-details.ts';
import { viewTicket } from '#server/tickets/ticket-view.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { admitTicket, type Priorities } from '#server/web/http/priority.ts';
import { only } from '#server/web/http/refuse.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { passesOf } from '#server/web/wallets/pass.ts';
import { canCreatePass, passObstacle, walletsFor } from '#server/web/wallets/wallets.ts';
import { venueDay } from '#src/domain/dates.ts';
import { defaultLang, langOf } from '#src/domain/lang.ts';

type HonoContext = Context<Variables>;

const sendCalendar = async (deps: WebDeps, c: HonoContext): Promise<Response> => {
  const ticket = await findTicket(deps.db, c.var.site, c.req.param('reservation_token') ?? '');
  mustAllow(ticket, 'calendar');
  const { name, text } = calendarFileOf(deps, ticket, langOf(c.req.query('lang')) ?? ticket.lang);
  return c.body(text, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
};

const closed = (): Problem =>
  new Problem('bad_request', { status: 404, detail: 'This wallet is not offered, or there is no such pass.' });

/** The ticket of a token and its passes. Throws token_not_found, cannot_change_ticket. */
const readPasses = async (deps: WebDeps, c: HonoContext) => {
  const ticket = await findTicket(deps.db, c.get('site'), c.req.param('reservation_token') ?? '');
  const detail = passObstacle(ticket);
  if (detail) throw new Problem('cannot_change_ticket', { detail });
  const lang = langOf(c.req.query('lang')) ?? ticket.lang;
  const view = await viewTicket(deps, ticket, lang, walletsFor(deps.wallets, ticket));
  return { ticket, ...(await passesOf(deps, ticket, view, lang)) };
};

const sendPass = async (deps: WebDeps, c: HonoContext): Promise<Response> => {
  const { apple } = deps.wallets;
  const { ticket, whole, each } = await readPasses(deps, c);
  if (!apple || !canCreatePass(deps.wallets, 'apple', ticket.as_of)) throw closed();
  const people = each.filter((pass) => pass !== null);
  const { bytes, type, ending } = apple.file(people.length > 0 ? people : [whole]);
  const name = `ticket-${venueDay(ticket.reservation_from.getTime())}.${ending}`;
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  });
};

const sendToGoogle = async (deps: WebDeps, c: HonoContext): Promise<Response> => {
  const { ticket, whole, each } = await readPasses(deps, c);
  const person = c.req.param('person');
  const pass = person === undefined ? whole : each[Number(person) - 1];
  if (!deps.wallets.google || !pass) throw closed();
  return c.redirect(await deps.wallets.google.link(pass, ticket.as_of), 303);
};

/** Redirects a rejected browser to the ticket's page, which loads the ticket again and shows its state. */
const orBack =
  (deps: WebDeps, priorities: Priorities, send: (deps: WebDeps, c: HonoContext) => Promise<Response>) =>
  async (c: HonoContext): Promise<Response> => {
    try {
      return await admitTicket(deps, priorities, c, () => send(deps, c));
    } catch (thrown) {
      if (!(thrown instanceof Problem) || !c.req.header('accept')?.includes('text/html')) throw thrown;
      const token = encodeURIComponent(c.req.param('reservation_token') ?? '');
      return c.redirect(ticketPage(deps.env, c.get('base'), token, langOf(c.req.query('lang')) ?? defaultLang), 303);
    }
  };

/**
 * Files of a ticket, `?lang=` as for the ticket: the visit for a calendar, and passes for wallets. `apple` is a file with one pass or a
 * bundle; `google` redirects to Google with the pass for all people, or for the person at that position, counted from 1.
 */
export const ticketFileRoutes = (app: Hono<Variables>, deps: WebDeps, priorities: Priorities): void => {
  const calendar = '/tickets/:reservation_token/calendar';
  app.get(calendar, (c) => admitTicket(deps, priorities, c, () => sendCalendar(deps, c)));
  app.all(calendar, only('GET'));
  const passes = '/tickets/:reservation_token/passes';
  app.get(`${passes}/apple`, orBack(deps, priorities, sendPass));
  app.get(`${passes}/google`, orBack(deps, priorities, sendToGoogle));
  app.get(`${passes}/google/:person`, orBack(deps, priorities, sendToGoogle));
  for (const wallet of ['apple', 'google', 'google/:person']) app.all(`${passes}/${wallet}`, only('GET'));
};
