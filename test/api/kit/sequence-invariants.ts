import { sql } from 'kysely';
import { expect } from 'vitest';
import type { SharedTicket } from '#src/domain/ticket.ts';
import { rowOf } from './arrange.ts';
import { ledgerAt } from './buyer.ts';
import type { OpsReply } from './ops.ts';
import { type Fixture, open, openShared, roomOf, type SlotName, slotNames } from './sequence-fixture.ts';

/** People of the order by state and timespan of their current ticket, and the timespans' sold counters. */
const readSeats = async ({ shop, order, spans }: Fixture) => {
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
    .where('time_spans.site', '=', 'borderless')
    .select(['id', 'held', 'sold'])
    .where('id', 'in', [...spans.values()])
    .execute();
  return { people, stock };
};

const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);

/**
 * Checks that no person is lost or duplicated and that each timespan's sold seats are those of its people; returns the sold seats
 * by timespan.
 */
export const mustConserveSeats = async (fixture: Fixture): Promise<Map<SlotName, number>> => {
  const { people, stock } = await readSeats(fixture);
  expect(sum(people)).toBe(fixture.party.adults + fixture.party.children);
  const seated = people.filter(({ state }) => state === 'valid' || state === 'shared' || state === 'used');
  expect(seated.length + people.filter(({ state }) => state === 'cancelled').length).toBe(people.length);
  const sold = new Map<SlotName, number>();
  for (const name of slotNames) {
    const id = fixture.spans.get(name);
    const row = stock.find((one) => one.id === id);
    const here = sum(seated.filter(({ time_span_id }) => time_span_id === id)) + roomOf(name).taken;
    expect({ name, held: row?.held, sold: row?.sold }).toEqual({ name, held: 0, sold: here });
    sold.set(name, here);
  }
  return sold;
};

/** The content of a link: the valid entry codes, the number of people, and how many have not entered yet. */
const shownBy = ({ state, quantity, entry_code, people, set_products }: SharedTicket) => {
  const codes = [entry_code, ...people.map((one) => one.entry_code)].filter(Boolean);
  const out = codes.length > 0 ? people.filter(({ used }) => !used).length : 0;
  return { state, quantity, codes, out, hasSets: set_products.length > 0 };
};

const total = (rows: readonly { quantity: number }[]): number => rows.reduce((all, { quantity }) => all + quantity, 0);

/**
 * Checks that over all links ever issued each seat is shown by one ticket and each code by one only, and that tickets that were
 * sent, moved or cancelled show no code. Returns how many people may still enter.
 */
const mustShowOnce = async (fixture: Fixture): Promise<number> => {
  const { shop, order, party, links, shares } = fixture;
  const made = await shop.db.selectFrom('tickets').select('id').where('order_id', '=', order).execute();
  expect(made).toHaveLength(links.length);
  const tickets = [];
  for (const link of links.keys()) tickets.push(await open(fixture, link));
  expect(tickets.reduce((sum, { price }) => sum + price, 0)).toBe(fixture.price);
  const own = tickets.map(shownBy);
  const shared = [];
  for (const share of shares.keys()) {
    const ticket = await openShared(fixture, share);
    if (ticket) shared.push(shownBy(ticket));
  }
  expect(total(own)).toBe(party.adults + party.children);
  expect(own.filter(({ state, quantity }) => /sent|changed/.test(state) && quantity > 0)).toEqual([]);
  expect(own.some(({ hasSets }) => hasSets)).toBe(true);
  expect(own.filter(({ state, hasSets }) => state === 'changed' && hasSets)).toEqual([]);
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

/** Shows every code ever seen to two scanners at once, and then every number; each person may enter only once. */
const mustEnterOnce = async ({ ops, codes, links }: Fixture, expectedCount: number): Promise<void> => {
  let inside = 0;
  const scan = (code: string) => ops.run('gate', { code, force: true });
  for (const { code } of codes.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
    inside += quantityIn(await Promise.all([scan(code), scan(code)]));
  expect(inside).toBe(expectedCount);
  const numbers = new Set(links.map(({ number }) => number));
  expect(quantityIn(await Promise.all([...numbers].map(scan)))).toBe(0);
};

/** The charge is kept or refunded as a whole, the latter if the order is refunded. */
const mustKeepBooks = async ({ shop, order, total }: Fixture): Promise<void> => {
  const { status } = await rowOf(shop, 'orders', { id: order });
  const refunded = status === 'refunded' ? total : 0;
  expect((await ledgerAt(shop.sandbox.url))[order]).toEqual({ charges: 1, captured: total, refunded });
};

/** The final check: the money is right, seats are conserved, each person has one valid link, nobody enters twice, and no error was logged. */
export const mustAgree = async (fixture: Fixture): Promise<void> => {
  await mustKeepBooks(fixture);
  await mustConserveSeats(fixture);
  await mustEnterOnce(fixture, await mustShowOnce(fixture));
  await mustConserveSeats(fixture);
  expect(fixture.shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
};
