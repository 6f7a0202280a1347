import { sql } from 'kysely';
import { expect } from 'vitest';
import type { SharedTicket } from '#src/domain/ticket.ts';
import type { OpsReply } from './ops.ts';
import { open, openShared, roomOf, type SlotName, slotNames, type World } from './sequence-world.ts';

/** People of the order by state and timespan of the ticket they are on, and what the timespans count as sold. */
const booked = async ({ shop, order, spans }: World) => {
  const people = await shop.db
    .selectFrom('ticket_people')
    .innerJoin('tickets', 'tickets.id', 'ticket_people.ticket_id')
    .select(['tickets.state', 'tickets.time_span_id'])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tickets.order_id', '=', order)
    .groupBy(['tickets.state', 'tickets.time_span_id'])
    .execute();
  const stock = await shop.db
    .selectFrom('time_spans')
    .select(['id', 'held', 'sold'])
    .where('id', 'in', [...spans.values()])
    .execute();
  return { people, stock };
};

const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);

/** Nobody is lost or doubled, and each timespan has sold exactly the seats of who is on it. Out: seats sold, by timespan. */
export const mustConserveSeats = async (world: World): Promise<Map<SlotName, number>> => {
  const { people, stock } = await booked(world);
  expect(sum(people)).toBe(world.party.adults + world.party.children);
  const seated = people.filter(({ state }) => state === 'valid' || state === 'shared' || state === 'used');
  expect(seated.length + people.filter(({ state }) => state === 'cancelled').length).toBe(people.length);
  const sold = new Map<SlotName, number>();
  for (const name of slotNames) {
    const id = world.spans.get(name);
    const row = stock.find((one) => one.id === id);
    const here = sum(seated.filter(({ time_span_id }) => time_span_id === id)) + roomOf(name).taken;
    expect({ name, held: row?.held, sold: row?.sold }).toEqual({ name, held: 0, sold: here });
    sold.set(name, here);
  }
  return sold;
};

/** What one link shows: the codes that let in, how many people it speaks of, and who of them is still out. */
const shownBy = ({
  state,
  quantity,
  entry_code,
  people,
}: Pick<SharedTicket, 'state' | 'quantity' | 'entry_code' | 'people'>) => {
  const codes = [entry_code, ...people.map((one) => one.entry_code)].filter(Boolean);
  const out = codes.length > 0 ? people.filter(({ used }) => !used).length : 0;
  return { state, quantity, codes, out };
};

const total = (rows: readonly { quantity: number }[]): number => rows.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Of all links there ever were each seat is told by one, and each code is shown by one alone; whatever was handed over,
 * moved or cancelled shows its state and nothing that lets in. Out: how many people may still come in.
 */
const mustShowOnce = async (world: World): Promise<number> => {
  const { shop, order, party, links, shares } = world;
  const made = await shop.db.selectFrom('tickets').select('id').where('order_id', '=', order).execute();
  expect(made).toHaveLength(links.length);
  const own = [];
  for (const link of links.keys()) own.push(shownBy(await open(world, link)));
  const shared = [];
  for (const share of shares.keys()) {
    const ticket = await openShared(world, share);
    if (ticket) shared.push(shownBy(ticket));
  }
  expect(total(own)).toBe(party.adults + party.children);
  expect(own.filter(({ state, quantity }) => /sent|changed/.test(state) && quantity > 0)).toEqual([]);
  expect(own.filter(({ state, codes }) => state !== 'valid' && codes.length > 0)).toEqual([]);
  expect(shared.filter(({ codes }) => codes.length > 0)).toHaveLength(
    own.filter(({ state }) => state === 'shared').length,
  );
  const lettingIn = [...own, ...shared].filter(({ codes }) => codes.length > 0);
  const codes = lettingIn.flatMap((one) => one.codes);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toHaveLength(lettingIn.reduce((all, { out }) => all + 1 + out, 0));
  return lettingIn.reduce((all, { out }) => all + out, 0);
};

const quantityIn = (answers: readonly OpsReply[]): number =>
  answers.reduce((all, { done, quantity }) => all + (done === undefined ? 0 : Number(quantity)), 0);

/** At the end everybody comes with every code they ever saw, each shown to two scanners at once, and with every number. */
const mustEnterOnce = async ({ ops, codes, links }: World, coming: number): Promise<void> => {
  let inside = 0;
  const gate = (code: string) => ops.ask('gate', { code, force: true });
  for (const { code } of codes.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
    inside += quantityIn(await Promise.all([gate(code), gate(code)]));
  expect(inside).toBe(coming);
  const numbers = new Set(links.map(({ number }) => number));
  expect(quantityIn(await Promise.all([...numbers].map(gate)))).toBe(0);
};

/** What holds when all is done: seats conserved, one live link for each, nobody in twice, no fault of ours in the log. */
export const mustAgree = async (world: World): Promise<void> => {
  await mustConserveSeats(world);
  await mustEnterOnce(world, await mustShowOnce(world));
  await mustConserveSeats(world);
  expect(world.shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
};
