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

type Status = 'left' | 'entered' | 'away' | 'gone';

/**
 * A kind of people or a set product of an order, counted by status. `left`: those that can be paid back, which are with the buyer;
 * `away`: on tickets that were split off or sent; `gone`: cancelled before.
 */
type Kind = { id: string; names: readonly string[] } & Record<Status, number>;

type Texts = Partial<Record<string, { name: string } | { product_name: string }>>;
const namesIn = (words: Texts): string[] =>
  Object.values(words).flatMap((text) => (text ? ['name' in text ? text.name : text.product_name] : []));

const statusOf = ({ state, isBuyers }: TicketDetails, hasEntered: boolean): Status => {
  if (state === 'cancelled') return 'gone';
  if (hasEntered) return 'entered';
  return isBuyers ? 'left' : 'away';
};

const peopleKinds = (all: readonly TicketDetails[], { lines }: ContentRows): Kind[] =>
  lines.map(({ option_id: id, type, words }) => {
    const kind = { id, names: [type, ...namesIn(words)], left: 0, entered: 0, away: 0, gone: 0 };
    for (const ticket of all) {
      const people = ticket.people.filter(({ option_id }) => option_id === id);
      for (const { used_at } of people) kind[statusOf(ticket, used_at !== null)] += 1;
    }
    return kind;
  });

/** Set products are handed out to the first who enters with the buyer's ticket. */
const setKinds = (buyers: TicketDetails, { sets }: ContentRows): Kind[] =>
  sets.map(({ set_uuid: id, words, count, left: notReturned }) => {
    const kind = { id, names: namesIn(words), left: 0, entered: 0, away: 0, gone: count - notReturned };
    if (isUsed(buyers)) return { ...kind, entered: notReturned };
    return isLiving(buyers) ? { ...kind, left: notReturned } : { ...kind, away: notReturned };
  });

const compared = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Finds the kinds that the operator named, and adds up the counts of each. Throws OperatorProblem: no_such_item, too_many_items. */
const findKinds = (number: string, kinds: readonly Kind[], items: readonly Item[]) => {
  const counts = new Map<Kind, number>();
  for (const { name, count } of items) {
    const sameName = kinds.filter(({ names }) => names.some((other) => compared(other) === compared(name)));
    const kind = kinds.find(({ id }) => id === name) ?? (sameName.length === 1 ? sameName[0] : undefined);
    const known = kinds.map(({ id, names }) => `${names[0] ?? ''} (${id})`).join(', ') || '-';
    if (!kind) throw new OperatorProblem('no_such_item', { number, name, known });
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return [...counts].map(([{ id, names, left, entered, away, gone }, count]) => {
    const facts = { left: `${left}`, entered: `${entered}`, away: `${away}`, gone: `${gone}` };
    if (count > left) throw new OperatorProblem('too_many_items', { number, name: names[0] ?? id, ...facts });
    return { id, count, gone };
  });
};

/**
 * The coupon's share (yen) of each piece of an order, in proportion to its price, by the id of its kind. All shares add up to the
 * discount, since each is the difference between two rounded running totals.
 */
const sharesOf = (rows: ContentRows, product: string): Map<string, number[]> => {
  const { discount, scopes } = rows.coupon ?? { discount: 0, scopes: [] };
  const options = scopes.filter(({ product_uuid }) => product_uuid === product).map(({ option_id }) => option_id);
  const lines = rows.lines.map(({ option_id: id, count, price }) => ({ id, count, price }));
  const sets = rows.sets.map(({ set_uuid: id, count, price }) => ({ id, count, price }));
  /* A fixed sequence, so that a piece has the same share at each refund. */
  const all = [...lines, ...sets.toSorted((one, other) => (one.id < other.id ? -1 : 1))];
  const scoped = scopes.length === 0 || options.includes(null) ? all : lines.filter(({ id }) => options.includes(id));
  /* The discount exceeds the coupon's pieces where it also waived a rest of the total that was too small to pay. */
  const discounted = totalOf(scoped) < discount ? all : scoped;
  let priceSoFar = 0;
  let sharedSoFar = 0;
  const nextShare = (price: number): number => {
    priceSoFar += price;
    const before = sharedSoFar;
    sharedSoFar = Math.floor((discount * priceSoFar) / Math.max(1, totalOf(discounted)));
    return sharedSoFar - before;
  };
  return new Map(discounted.map(({ id, count, price }) => [id, Array.from({ length: count }, () => nextShare(price))]));
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
  const options = findKinds(ticket.number, peopleKinds(all, rows), items.people);
  const notEntered = ticket.people.filter(({ used_at }) => used_at === null);
  const people = options.flatMap(({ id, count }) =>
    notEntered.filter(({ option_id }) => option_id === id).slice(0, count),
  );
  const isLast = people.length > 0 && people.length === ticket.people.length;
  const allSets = setKinds(ticket, rows);
  const setsLeft = allSets.filter(({ left }) => left > 0).map(({ id, left }) => ({ name: id, count: left }));
  const namedSets = findKinds(ticket.number, allSets, items.sets);
  const sets = isLast ? findKinds(ticket.number, allSets, setsLeft) : namedSets;
  const shares = sharesOf(rows, order.product_uuid);
  /* The pieces of a kind differ in their shares; those that went back before had the first ones. */
  const share = [...options, ...sets]
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
 * Cancels chosen people and returns their seats and set products: the buyer's ticket if nobody else is on it, otherwise a new ticket
 * (`id`) to which they move. Returns the id of the cancelled ticket; null if only set products were chosen.
 */
export const endItems = async (
  tx: Tx,
  tokens: TokenService,
  locked: Pick<Named, 'order' | 'all'>,
  { ticket, people, sets, isLast }: Awaited<ReturnType<typeof chooseItems>>,
  id: string,
): Promise<string | null> => {
  const { order_id, site, lang, time_span_id } = ticket;
  await lockSlots(tx, [ticket]);
  /* Ends a change of date that is being paid for: its price was for other people. */
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
  if (people.length > 0) await endTickets(tx, locked, [ended], null);
  await returnSomeSets(tx, ticket, sets);
  return people.length > 0 ? ended.id : null;
};
