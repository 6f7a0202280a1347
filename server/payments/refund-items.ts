import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { lockSlots, returnSomeSets } from '#server/orders/holds/stock.ts';
import { type ContentRows, readContentRows } from '#server/orders/order-contents.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { endTickets, isLiving, isUsed, type Named, peopleOf } from '#server/tickets/end-tickets.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { freeReservationNumber, insertTicket } from '#server/tickets/tickets.ts';
import { totalOf } from '#src/domain/money.ts';

/** A kind of people or a set product, by its id or a name, and how many. */
export type Item = { name: string; count: number };
/** People and set products that an operator pays back while the rest of the order stays. */
export type Items = { people: readonly Item[]; sets: readonly Item[] };

/**
 * A kind of people or a set product of an order. `left`: those that can be paid back, which are with the buyer; `away`: on tickets
 * that were split off or sent; `gone`: cancelled before.
 */
type Kind = { id: string; names: readonly string[] } & Record<'left' | 'entered' | 'away' | 'gone', number>;

type Texts = Partial<Record<string, { name: string } | { product_name: string }>>;
const namesIn = (words: Texts): string[] =>
  Object.values(words).flatMap((text) => (text ? ['name' in text ? text.name : text.product_name] : []));

const peopleKinds = (all: readonly TicketDetails[], { lines }: ContentRows): Kind[] =>
  lines.map(({ option_id: id, type, words }) => {
    const kind = { id, names: [type, ...namesIn(words)], left: 0, entered: 0, away: 0, gone: 0 };
    for (const { state, isBuyers, people } of all)
      for (const { used_at } of people.filter(({ option_id }) => option_id === id))
        kind[state === 'cancelled' ? 'gone' : used_at !== null ? 'entered' : isBuyers ? 'left' : 'away'] += 1;
    return kind;
  });

/** Set products are handed out to the first who enters with the buyer's ticket. */
const setKinds = (buyers: TicketDetails, { sets }: ContentRows): Kind[] =>
  sets.map(({ set_uuid: id, words, count, left }) => {
    const [entered, away] = isUsed(buyers) ? [left, 0] : [0, isLiving(buyers) ? 0 : left];
    return { id, names: namesIn(words), left: left - entered - away, entered, away, gone: count - left };
  });

const compared = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Finds what the operator named, once each. Throws OperatorProblem: no_such_item, too_many_items. */
const findKinds = (number: string, kinds: readonly Kind[], items: readonly Item[]) => {
  const found = new Map<Kind, number>();
  for (const { name, count } of items) {
    const meant = kinds.filter(({ names }) => names.some((one) => compared(one) === compared(name)));
    const kind = kinds.find(({ id }) => id === name) ?? (meant.length === 1 ? meant[0] : undefined);
    const known = kinds.map(({ id, names }) => `${names[0] ?? ''} (${id})`).join(', ') || '-';
    if (!kind) throw new OperatorProblem('no_such_item', { number, name, known });
    found.set(kind, (found.get(kind) ?? 0) + count);
  }
  return [...found].map(([{ id, names, left, entered, away, gone }, count]) => {
    const facts = { left: `${left}`, entered: `${entered}`, away: `${away}`, gone: `${gone}` };
    if (count > left) throw new OperatorProblem('too_many_items', { number, name: names[0] ?? id, ...facts });
    return { id, count, gone };
  });
};

/**
 * The coupon's share of each piece of an order by the id of its kind, in yen, by price. The shares of all are the discount to the yen,
 * since each is the difference of two rounded sums.
 */
const sharesOf = (rows: ContentRows, product: string): Map<string, number[]> => {
  const { discount, scopes } = rows.coupon ?? { discount: 0, scopes: [] };
  const own = scopes.filter(({ product_uuid }) => product_uuid === product).map(({ option_id }) => option_id);
  const lines = rows.lines.map(({ option_id: id, count, price }) => ({ id, count, price }));
  const sets = rows.sets.map(({ set_uuid: id, count, price }) => ({ id, count, price }));
  const all = [...lines, ...sets.toSorted((one, other) => (one.id < other.id ? -1 : 1))];
  const scoped = scopes.length === 0 || own.includes(null) ? all : lines.filter(({ id }) => own.includes(id));
  /* A rest that was too small to pay was waived too. */
  const meant = totalOf(scoped) < discount ? all : scoped;
  let [sum, shared] = [0, 0];
  const share = (price: number): number => {
    sum += price;
    const before = shared;
    shared = Math.floor((discount * sum) / Math.max(1, totalOf(meant)));
    return shared - before;
  };
  return new Map(meant.map(({ id, count, price }) => [id, Array.from({ length: count }, () => share(price))]));
};

/**
 * Chooses people and set products of a paid order, on the buyer's ticket. The set products of a ticket with nobody left go back too.
 * `value`: yen that were paid for them; `isLast`, `isAll`: nobody of the ticket, of the order is left. Throws OperatorProblem: unknown,
 * no_such_item, too_many_items.
 */
export const chooseItems = async (tx: Tx, { order, all }: Named, items: Items) => {
  const ticket = all.find(({ isBuyers }) => isBuyers);
  if (!ticket) throw new OperatorProblem('unknown');
  const rows = await readContentRows(tx, order.id);
  const kinds = findKinds(ticket.number, peopleKinds(all, rows), items.people);
  const outside = ticket.people.filter(({ used_at }) => used_at === null);
  const people = kinds.flatMap(({ id, count }) => outside.filter(({ option_id }) => option_id === id).slice(0, count));
  const ofSets = setKinds(ticket, rows);
  const isLast = people.length > 0 && people.length === ticket.people.length;
  const rest = ofSets.filter(({ left }) => left > 0).map(({ id, left }) => ({ name: id, count: left }));
  const named = findKinds(ticket.number, ofSets, items.sets);
  const sets = isLast ? findKinds(ticket.number, ofSets, rest) : named;
  const shares = sharesOf(rows, order.product_uuid);
  /* The pieces of a kind differ in their shares; those that went back before had the first ones. */
  const share = [...kinds, ...sets]
    .flatMap(({ id, count, gone }) => shares.get(id)?.slice(gone, gone + count) ?? [])
    .reduce((sum, yen) => sum + yen, 0);
  const priceOf = (id: string) => rows.sets.find(({ set_uuid }) => set_uuid === id)?.price ?? 0;
  const prices = [...people, ...sets.map(({ id, count }) => ({ price: priceOf(id) * count }))];
  return {
    ticket,
    people,
    sets: sets.map(({ id: set_uuid, count }) => ({ set_uuid, count })),
    value: Math.max(0, prices.reduce((sum, { price }) => sum + price, 0) - share),
    isLast,
    isAll: isLast && peopleOf(all.filter(({ state }) => state !== 'cancelled')) === people.length,
  };
};

/**
 * Cancels people with a ticket of their own (`id`), or the buyer's with all of its people, and returns seats and set products. A
 * change of date that is being paid for is given up: its price was for other people. Returns the id of the cancelled ticket.
 */
export const endItems = async (
  tx: Tx,
  tokens: TokenService,
  found: Pick<Named, 'order' | 'all'>,
  { ticket, people, sets, isLast }: Awaited<ReturnType<typeof chooseItems>>,
  id: string,
): Promise<string | null> => {
  const { order_id, site, lang, time_span_id } = ticket;
  await lockSlots(tx, [ticket]);
  await tx.updateTable('tickets').set({ changes: sql`changes + 1` }).where('id', '=', ticket.id).execute();
  if (people.length > 0 && !isLast) {
    const taken = { id, parent_id: ticket.id, kind: 'split', number: await freeReservationNumber(tx) } as const;
    await insertTicket(tx, tokens, { ...taken, order_id, site, lang, time_span_id });
    /* They keep their codes, so that the gate says why they are refused. */
    const ids = people.map((person) => person.id);
    await tx.updateTable('ticket_people').set({ ticket_id: id }).where('id', 'in', ids).execute();
    const areOthersIn = ticket.people.every((person) => person.used_at !== null || people.includes(person));
    if (areOthersIn) await tx.updateTable('tickets').set({ state: 'used' }).where('id', '=', ticket.id).execute();
  }
  const ended = isLast ? ticket : { ...ticket, id, people };
  if (people.length > 0) await endTickets(tx, found, [ended], null);
  await returnSomeSets(tx, ticket, sets);
  return people.length > 0 ? ended.id : null;
};
