import type * as v from 'valibot';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps, Place } from '#server/deps.ts';
import { invalid, Problem } from '#server/http/problem.ts';
import { limitMail } from '#server/mail/limits.ts';
import { putTicketMail } from '#server/mail/outbox.ts';
import type { splitTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type HeldTicket, lockTicket, mustAllow } from './held-ticket.ts';
import { freeReservationNumber, insertTicket, movePeople } from './tickets.ts';

/** How many of which option. */
type Wanted = v.InferOutput<(typeof splitTicket)['body']>['option_values'];

/** To whom a part goes; null when it only gets a link of its own. */
type Receiver = { email: string; lang: Lang; note: string } | null;

/** In: a ticket and who is to leave it. Out: their ids. Throws split_option_less_than_one, invalid_quantity, invalid_input. */
const choosePeople = ({ people }: HeldTicket, wanted: Wanted): string[] => {
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

const mustSplit = (ticket: HeldTicket): void => {
  if (ticket.actions.split === 'one_person') throw new Problem('split_no_child');
  mustAllow(ticket, 'split');
};

/** Invisible characters and odd line ends are taken out of a note; its lines stay. */
const plainNote = (note: string): string =>
  note
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim();

/** What is taken off has a number of its own: the buyer's would open the buyer's ticket to who knows the buyer's mail. */
const takeOff = async (tx: Tx, deps: Deps, id: string, from: HeldTicket, people: string[], to: Receiver) => {
  await insertTicket(tx, deps.vault, {
    id,
    order_id: from.order_id,
    number: await freeReservationNumber(tx),
    time_span_id: from.time_span_id,
    parent_id: from.id,
    kind: to ? 'sent' : 'split',
    lang: to?.lang ?? from.lang,
    email: to?.email ?? from.email,
    note: to ? plainNote(to.note) : '',
  });
  await movePeople(tx, deps.vault, people, { id, turn: 0 });
  if (people.length === from.people.length)
    await tx.updateTable('tickets').set({ state: 'sent' }).where('id', '=', from.id).execute();
};

/** In: a ticket's id. Out: how many people it had when it was made by this very request before; null when it was not. */
const madeBefore = async (deps: Deps, id: string, wanted: Wanted): Promise<number | null> => {
  const row = await deps.db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst();
  return row ? wanted.reduce((sum, { count }) => sum + count, 0) : null;
};

/**
 * Takes people off a ticket: they become a ticket of their own, by mail when there is a receiver. The old one keeps the
 * rest; with nobody left it is `sent`. Out: how many went. Throws token_not_found, cannot_change_ticket, split_no_child,
 * split_option_less_than_one, invalid_quantity, rate_limited.
 */
export const handOver = async (
  deps: Deps,
  { site, base, effectId: id, visitor }: Place,
  token: string,
  wanted: Wanted,
  to: Receiver,
): Promise<number> => {
  const before = await madeBefore(deps, id, wanted);
  if (before !== null) return before;
  return inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    if (to) mustAllow(ticket, 'send');
    else mustSplit(ticket);
    const people = choosePeople(ticket, wanted);
    if (!to && people.length === ticket.people.length)
      throw new Problem('split_no_child', { detail: 'Nobody would stay.' });
    if (to) await limitMail(tx, deps.vault, 'ticket_sent', { address: to.email, order: ticket.order_id, visitor });
    await takeOff(tx, deps, id, ticket, people, to);
    const { order_id } = ticket;
    if (to) {
      const { email: address, lang } = to;
      await putTicketMail(tx, 'ticket_sent', { order_id, site, base, lang, ticket_id: id, address });
    }
    return people.length;
  });
};
