import type * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { limitMail } from '#server/shared/outbox/limits.ts';
import { putTicketMail } from '#server/shared/outbox/outbox.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import type { splitTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { lockTicket, mustAllow, type TicketDetails } from './ticket-details.ts';
import { freeReservationNumber, insertTicket, movePeople, newShareToken, shareTokenOf, writeCodes } from './tickets.ts';

type Wanted = v.InferOutput<(typeof splitTicket)['body']>['option_values'];

/** The recipient of a split-off ticket; null when it only gets its own link. */
type Recipient = { email: string; lang: Lang; note: string } | null;

/** Ids of the people who leave the ticket. Throws split_option_less_than_one, invalid_quantity, invalid_input. */
const choosePeople = ({ people }: TicketDetails, wanted: Wanted): string[] => {
  const seen = new Set<string>();
  const chosen = wanted.flatMap(({ id, count }, index) => {
    const some = people.filter(({ option_id }) => option_id === id);
    if (some.length === 0) throw invalid(`option_values/${index}/id`, 'Nobody of this ticket.');
    if (seen.has(id)) throw invalid(`option_values/${index}/id`, 'Given twice.');
    seen.add(id);
    if (count > some.length)
      throw invalid(`option_values/${index}/count`, `At most ${some.length}.`, 'invalid_quantity');
    return some.slice(0, count).map((person) => person.id);
  });
  if (chosen.length === 0) throw invalid('option_values', 'Nobody chosen.', 'split_option_less_than_one');
  return chosen;
};

/** Removes control characters and unusual line ends from a note; its line breaks stay. */
const normalizeNote = (note: string): string =>
  note
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim();

/**
 * Makes a ticket of some people of another one. It gets its own number: the buyer's would open the buyer's ticket for anyone who
 * knows the buyer's mail address.
 */
const takeOff = async (tx: Tx, deps: TicketDeps, id: string, from: TicketDetails, people: string[], to: Recipient) => {
  await insertTicket(tx, deps.tokens, {
    id,
    order_id: from.order_id,
    site: from.site,
    number: await freeReservationNumber(tx),
    time_span_id: from.time_span_id,
    parent_id: from.id,
    kind: to ? 'sent' : 'split',
    lang: to?.lang ?? from.lang,
    email: to?.email ?? from.email,
    date_changes: from.date_changes,
    choice_until: from.choice_until,
    note: to ? normalizeNote(to.note) : '',
  });
  await movePeople(tx, deps.tokens, people, id);
  if (people.length === from.people.length)
    await tx.updateTable('tickets').set({ state: 'sent' }).where('id', '=', from.id).execute();
};

/**
 * Moves people from a ticket to a new one, which is mailed when there is a recipient. A ticket with nobody left becomes `sent`.
 * Returns how many people moved. Throws token_not_found, cannot_change_ticket, split_no_child, split_option_less_than_one,
 * invalid_quantity, rate_limited.
 */
export const handOver = async (
  deps: TicketDeps,
  { site, base, effectId: id, visitor }: RequestContext,
  token: string,
  wanted: Wanted,
  to: Recipient,
): Promise<number> => {
  const done = await deps.db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst();
  if (done) return wanted.reduce((sum, { count }) => sum + count, 0);
  return inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    if (!to && ticket.actions.split === 'one_person') throw new Problem('split_no_child');
    mustAllow(ticket, to ? 'send' : 'split');
    const people = choosePeople(ticket, wanted);
    if (!to && people.length === ticket.people.length)
      throw new Problem('split_no_child', { detail: 'Nobody would stay.' });
    if (to) await limitMail(tx, deps.tokens, 'ticket_sent', { address: to.email, order: ticket.order_id, visitor });
    await takeOff(tx, deps, id, ticket, people, to);
    const about = { order_id: ticket.order_id, site, base, ticket_id: id };
    if (to) await putTicketMail(tx, 'ticket_sent', { ...about, lang: to.lang, address: to.email });
    return people.length;
  });
};

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
