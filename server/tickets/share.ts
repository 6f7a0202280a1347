import { hashOf } from '#server/core/crypto.ts';
import { inTransaction } from '#server/db/open.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { lockTicket, mustAllow } from './ticket-details.ts';
import { newShareToken, shareTokenOf, writeCodes } from './tickets.ts';

/**
 * Shares a ticket: from now on only the share link shows a valid entry code, and earlier codes are void. Returns the share token,
 * the same one as long as the ticket is shared (`isNew`: it was not shared before). Throws token_not_found, cannot_change_ticket.
 */
export const share = (
  deps: TicketDeps,
  site: SiteCode,
  token: string,
): Promise<{ shareToken: string; isNew: boolean }> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    mustAllow(ticket, 'share');
    if (ticket.state === 'shared') return { shareToken: shareTokenOf(deps.tokens, ticket), isNew: false };
    const next = { id: ticket.id, turn: ticket.turn + 1 };
    const shareToken = newShareToken(deps.tokens, next);
    await tx
      .updateTable('tickets')
      .set({ state: 'shared', share_hash: hashOf(shareToken) })
      .where('id', '=', ticket.id)
      .execute();
    await writeCodes(tx, deps.tokens, next);
    return { shareToken, isNew: true };
  });

/**
 * Ends sharing: the share link and its code become void. Returns false for a ticket that is not shared. Throws token_not_found,
 * cannot_change_ticket (used).
 */
export const stopShare = (deps: TicketDeps, site: SiteCode, token: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    if (ticket.state === 'valid') return false;
    mustAllow(ticket, 'stop_sharing');
    await tx.updateTable('tickets').set({ state: 'valid', share_hash: null }).where('id', '=', ticket.id).execute();
    await writeCodes(tx, deps.tokens, { id: ticket.id, turn: ticket.turn + 1 });
    return true;
  });
