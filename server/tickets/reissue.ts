import { hashOf } from '#server/core/crypto.ts';
import { isFirstTime } from '#server/db/effects.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import type { MailKind } from '#server/db/types.ts';
import { moveSubscription } from '#server/orders/magazines.ts';
import { mustBeCorrectable } from '#server/orders/site-rules.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putMail, putTicketMail } from '#server/shared/outbox/outbox.ts';
import { Problem } from '#server/shared/problem.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail, hiddenMail } from '#src/domain/mail.ts';
import { writeAct } from './acts.ts';
import { lockUsable, type VenueContext } from './end-tickets.ts';
import { findUpcomingTickets } from './links.ts';
import { holderOf, lockTicket, mustAllow, readTickets, type TicketDetails } from './ticket-details.ts';
import { completionOfBrowser, newTicketToken, readTicketToken, writeCodes } from './tickets.ts';

/** The tickets that were split off from a ticket, and from those in turn. */
const partsOf = async (tx: Tx, parent: TicketDetails): Promise<TicketDetails[]> => {
  const split = tx.selectFrom('tickets').select('id').where('parent_id', '=', parent.id).where('kind', '=', 'split');
  const parts = await readTickets(tx, split.where('state', '<>', 'changed'));
  const deeper: TicketDetails[] = [];
  for (const part of parts) deeper.push(...(await partsOf(tx, part)));
  return [...parts, ...deeper];
};

const replaceLink = async (tx: Tx, { tokens }: TicketDeps, ticket: TicketDetails): Promise<void> => {
  const link_revision = ticket.link_revision + 1;
  await tx
    .updateTable('tickets')
    .set({ link_revision, token_hash: hashOf(newTicketToken(tokens, { id: ticket.id, link_revision })) })
    .$if(ticket.state === 'shared', (query) => query.set({ state: 'valid', share_hash: null }))
    .where('id', '=', ticket.id)
    .execute();
  await writeCodes(tx, tokens, { id: ticket.id, turn: ticket.turn + 1 });
};

/**
 * Replaces the link and the entry codes of a ticket. The ticket's page shows the links of the tickets that were split off, so those
 * leaked too and are replaced with it.
 */
const replaceLinks = async (tx: Tx, deps: TicketDeps, ticket: TicketDetails): Promise<void> => {
  for (const leaked of [ticket, ...(await partsOf(tx, ticket))]) await replaceLink(tx, deps, leaked);
};

/** As `replaceLinks`, and mails the new link to the ticket's holder. */
const revoke = async (tx: Tx, deps: TicketDeps, ticket: TicketDetails, address: string, base: string) => {
  const { id: ticket_id, order_id, site, lang } = ticket;
  await replaceLinks(tx, deps, ticket);
  await putTicketMail(tx, 'ticket_reissued', { order_id, site, lang, address, base, ticket_id });
};

/**
 * Revokes the link of a ticket at its holder's request. The new link is mailed to the holder and not returned, since whoever
 * found the link could make the request. Returns the masked address; '' for a retry, since the link it used is gone. Throws
 * token_not_found, cannot_change_ticket, rate_limited.
 */
export const revokeOwnLink = (
  deps: TicketDeps,
  { site, base, effectId }: RequestContext,
  token: string,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await isFirstTime(tx, effectId))) return '';
    const ticket = await lockTicket(tx, site, token);
    mustAllow(ticket, 'revoke');
    const address = holderOf(ticket) ?? '';
    await limitMail(tx, deps.tokens, 'ticket_reissued', { address, order: ticket.order_id });
    await revoke(tx, deps, ticket, address, base);
    return hiddenMail(address);
  });

/**
 * As `revokeOwnLink`, at the venue's request, by reservation number. `address`: where the new link was mailed to. Throws OperatorProblem:
 * unknown, used, sent, changed, cancelled, over, no_mail.
 */
export const revokeNumbered = (
  deps: TicketDeps,
  { base, site, actor, effectId }: VenueContext & { effectId: string },
  typed: string,
) =>
  inTransaction(deps.db, async (tx) => {
    const { ticket, number, address } = await lockUsable(tx, typed, site);
    if (await isFirstTime(tx, effectId)) {
      await revoke(tx, deps, ticket, address, rootOf(deps.sites, ticket.site, base));
      await writeAct(tx, 'revoked', ticket, actor, ticket.people.length);
    }
    return { number, address };
  });

/** Mails of a purchase: the first one, and after three corrections. */
const maxPurchaseMails = 4;

/** Throws cannot_change_ticket unless this browser paid for the ticket, as long as it is shown the ticket for that. */
const mustHavePaid = async (
  tx: Tx,
  { tokens }: TicketDeps,
  { order_id, isBuyers }: TicketDetails,
  { browser, token }: { browser: string | null; token: string },
): Promise<void> => {
  const own = isBuyers && (await completionOfBrowser({ db: tx, tokens, walletsAt: () => [] }, { order_id, browser }));
  if (!own || own.reservation_token !== token) throw new Problem('cannot_change_ticket', { detail: 'not_the_payer' });
};

const mustHaveMailsLeft = async (tx: Tx, order: string): Promise<void> => {
  const mails = tx.selectFrom('outbox').select('id').where('order_id', '=', order).where('kind', '=', 'completed');
  if ((await mails.execute()).length >= maxPurchaseMails)
    throw new Problem('cannot_change_ticket', { detail: 'corrected_too_often' });
};

/**
 * Corrects the mail address of a purchase for the browser that paid it, and mails the ticket again. The first mail may have reached
 * a stranger, so another address makes a new link and new entry codes. Returns the link's token, '' for a retry whose reply is
 * lost, and the masked address. Throws token_not_found, cannot_change_ticket, rate_limited.
 */
export const correctEmail = (
  deps: TicketDeps,
  { site, base, effectId, visitor, browser }: RequestContext & { browser: string | null },
  token: string,
  email: string,
) =>
  inTransaction(deps.db, async (tx) => {
    const sent_to = hiddenMail(email);
    if (!(await isFirstTime(tx, effectId))) return { reservation_token: '', sent_to };
    const ticket = await lockTicket(tx, site, token);
    const { id, order_id, customer } = ticket;
    await mustHavePaid(tx, deps, ticket, { browser, token });
    mustAllow(ticket, 'revoke');
    mustBeCorrectable(deps.sites, site);
    await mustHaveMailsLeft(tx, order_id);
    if (!customer) throw new Problem('cannot_change_ticket');
    await limitMail(tx, deps.tokens, 'corrected', { address: email, order: order_id, visitor });
    const order = await tx
      .updateTable('orders')
      .set({ customer: JSON.stringify({ ...customer, email }) })
      .where('id', '=', order_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (comparedMail(customer.email) !== comparedMail(email)) {
      await replaceLinks(tx, deps, ticket);
      await moveSubscription(tx, deps.tokens, order, customer.email);
    }
    await putMail(tx, 'completed', order, { base });
    return { reservation_token: await readTicketToken(tx, deps.tokens, id), sent_to };
  });

/** A mail that is sent again. `number` is null for the links of an address. */
export type Resent = { number: string | null; kind: MailKind; address: string };

const resendLinks = async (tx: Tx, deps: TicketDeps, venue: VenueContext, typed: string): Promise<Resent> => {
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
    if (toAscii(typed).includes('@')) return resendLinks(tx, deps, venue, typed);
    const { order, ticket, number, address } = await lockUsable(tx, typed, venue.site);
    const { site, lang, order_id, id: ticket_id } = ticket;
    await limitMail(tx, deps.tokens, 'ticket_reissued', { address });
    await writeAct(tx, 'resent', ticket, venue.actor, ticket.people.length);
    const base = rootOf(deps.sites, site, venue.base);
    const kind = ticket.isBuyers ? 'completed' : 'ticket_sent';
    if (kind === 'completed') await putMail(tx, kind, order, { base });
    else await putTicketMail(tx, kind, { order_id, site, lang, address, base, ticket_id });
    return { number, kind, address };
  });
