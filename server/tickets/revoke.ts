import { hashOf } from '#server/core/crypto.ts';
import { isFirstTime } from '#server/db/effects.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putTicketMail } from '#server/shared/outbox/outbox.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { writeAct } from './acts.ts';
import { lockHeld, type VenueContext } from './end-tickets.ts';
import { holderOf, lockTicket, mustAllow, readTickets, type TicketDetails } from './ticket-details.ts';
import { newTicketToken, writeCodes } from './tickets.ts';

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
export const replaceLinks = async (tx: Tx, deps: TicketDeps, ticket: TicketDetails): Promise<void> => {
  for (const leaked of [ticket, ...(await partsOf(tx, ticket))]) await replaceLink(tx, deps, leaked);
};

/** The same, and mails the new link to the ticket's holder. */
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
    const { ticket, number, address } = await lockHeld(tx, typed, site);
    if (await isFirstTime(tx, effectId)) {
      await revoke(tx, deps, ticket, address, rootOf(deps.sites, ticket.site, base));
      await writeAct(tx, 'revoked', ticket, actor, ticket.people.length);
    }
    return { number, address };
  });
