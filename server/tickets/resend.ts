import { inTransaction, type Tx } from '#server/db/open.ts';
import type { MailKind } from '#server/db/types.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putMail, putTicketMail } from '#server/shared/outbox/outbox.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { writeAct } from './acts.ts';
import { lockHeld, type VenueContext } from './end-tickets.ts';
import { findUpcomingTickets } from './links.ts';

/** A mail that is sent again. `number` is null for the links of an address. */
export type Resent = { number: string | null; kind: MailKind; address: string };

const linksOf = async (tx: Tx, deps: TicketDeps, venue: VenueContext, typed: string): Promise<Resent> => {
  const { base, site, actor } = venue;
  const address = comparedMail(typed);
  if (site === null) throw new OperatorProblem('site_needed');
  const [first] = await findUpcomingTickets(tx, site, address);
  if (!first) throw new OperatorProblem('nobody');
  await limitMail(tx, deps.tokens, 'ticket_reissued', { address });
  const { lang } = await tx.selectFrom('tickets').select('lang').where('id', '=', first.id).executeTakeFirstOrThrow();
  await writeAct(tx, 'resent', { ...first, site }, actor, 0);
  const about = { order_id: first.order_id, ticket_id: first.id, base: rootOf(deps.sites, site, base) };
  await putTicketMail(tx, 'ticket_links', { site, lang, address, ...about });
  return { number: null, kind: 'ticket_links', address };
};

/**
 * Sends the mail with the link of a ticket to its holder again: by a reservation number, or all links of a mail address at a site.
 * A mail about the order has the link of the buyer's ticket only, so every other ticket gets the mail of a ticket that was sent.
 * Throws OperatorProblem: unknown, nobody, site_needed, used, sent, cancelled, over, no_mail; rate_limited.
 */
export const resendMail = (deps: TicketDeps, venue: VenueContext, typed: string): Promise<Resent> =>
  inTransaction(deps.db, async (tx) => {
    if (toAscii(typed).includes('@')) return linksOf(tx, deps, venue, typed);
    const { order, ticket, number, address } = await lockHeld(tx, typed, venue.site);
    const { site, lang, order_id, id: ticket_id } = ticket;
    await limitMail(tx, deps.tokens, 'ticket_reissued', { address });
    await writeAct(tx, 'resent', ticket, venue.actor, ticket.people.length);
    const base = rootOf(deps.sites, site, venue.base);
    if (ticket.isBuyers) await putMail(tx, 'completed', order, { base });
    else await putTicketMail(tx, 'ticket_sent', { order_id, site, lang, address, base, ticket_id });
    return { number, kind: ticket.isBuyers ? 'completed' : 'ticket_sent', address };
  });
