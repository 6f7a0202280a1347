import * as v from 'valibot';
import { getSharedTicket } from '#src/api/contract/tickets.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { buyTicket, changeSlot, leaveSeats, newSlot, rowOf, rowsOf, ticketOf } from './arrange.ts';
import { tomorrow } from './buyer.ts';
import { booklet, newCoupon, stockSets, usesOf } from './extras.ts';
import { newAddress } from './mails.ts';
import type { Ops } from './ops.ts';
import type { Party } from './sequence-plan.ts';
import { problemOf, type Shop } from './shop.ts';

/** Timespans to which a ticket may be moved: all seats, seats taken by others, and the surcharge per person. */
const slots = {
  home: { seats: 20, taken: 0, surcharge: 300 },
  same: { seats: 20, taken: 0, surcharge: 300 },
  cheap: { seats: 20, taken: 0, surcharge: 0 },
  tight: { seats: 2, taken: 0, surcharge: 300 },
  dear: { seats: 20, taken: 0, surcharge: 800 },
  full: { seats: 4, taken: 4, surcharge: 300 },
  none: { seats: 0, taken: 0, surcharge: 300 },
  closed: { seats: 20, taken: 0, surcharge: 300 },
  /* Too few set products are left. */
  bare: { seats: 20, taken: 0, surcharge: 300 },
  /* A day for which the order's coupon is not valid. */
  outside: { seats: 20, taken: 0, surcharge: 300 },
};
export type SlotName = keyof typeof slots;
export const slotNames = Object.keys(slots).filter((name): name is SlotName => name in slots);
export const roomOf = (name: SlotName) => slots[name];

type Write = { endpoint: Endpoint; params: Record<string, string>; body?: unknown; key: string; text: string };

/** Where a code was seen: the link's index, and the person's index on the ticket (-1 for the whole ticket). */
export type SeenCode = { code: string; link: number; place: number };

/** A reservation and everything its visitors ever received, however old. */
export type Fixture = {
  shop: Shop;
  ops: Ops;
  party: Party;
  mail: string;
  order: string;
  orderToken: string;
  total: number;
  /** Price of the admission of all people. */
  price: number;
  coupon: string;
  spans: ReadonlyMap<SlotName, string>;
  /** Reservation links in the sequence in which they were issued; `number` as the ticket showed it. */
  links: { token: string; mail: string; number: string; isEmpty: boolean }[];
  shares: { token: string; link: number }[];
  codes: SeenCode[];
  last: Write | null;
};

const recordCodes = (
  fixture: Fixture,
  link: number,
  { entry_code, people }: Pick<SharedTicket, 'entry_code' | 'people'>,
): void => {
  for (const [index, code] of [entry_code, ...people.map((one) => one.entry_code)].entries())
    if (code && !fixture.codes.some((seen) => seen.code === code)) fixture.codes.push({ code, link, place: index - 1 });
};

/** Opens a reservation link and records what it shows. */
export const open = async (fixture: Fixture, link: number): Promise<Ticket> => {
  const known = fixture.links[link];
  if (!known) throw new Error(`No link ${link}.`);
  const ticket = await ticketOf(fixture.shop, known.token);
  known.number = ticket.reservation_number;
  recordCodes(fixture, link, ticket);
  return ticket;
};

/** Opens a share link and records what it shows; null if the link is dead. */
export const openShared = async (fixture: Fixture, share: number): Promise<SharedTicket | null> => {
  const { token = '', link = -1 } = fixture.shares[share] ?? {};
  const answer = await fixture.shop.send('getSharedTicket', { params: { share_token: token } });
  if (answer.status !== 200 && problemOf(answer).code === 'token_not_found') return null;
  const ticket = v.parse(getSharedTicket.reply, JSON.parse(answer.text));
  recordCodes(fixture, link, ticket);
  return ticket;
};

/** Records a newly issued link and returns its index. */
export const addLink = async (fixture: Fixture, token: string, mail: string): Promise<number> => {
  const known = fixture.links.findIndex((link) => link.token === token);
  if (known >= 0) return known;
  const link = fixture.links.push({ token, mail, number: '', isEmpty: false }) - 1;
  await open(fixture, link);
  return link;
};

/** Records a newly issued share link and returns its index. */
export const addShare = (fixture: Fixture, token: string, link: number): number => {
  const known = fixture.shares.findIndex((share) => share.token === token);
  return known >= 0 ? known : fixture.shares.push({ token, link }) - 1;
};

const makeSlot = async (shop: Shop, name: SlotName): Promise<string> => {
  const { seats, taken, surcharge } = slots[name];
  const span = await newSlot(shop, { seats, surcharge });
  if (taken > 0) await leaveSeats(shop, span, seats - taken);
  if (name === 'closed') await changeSlot(shop, span, { sale_to: new Date(0) });
  if (name === 'bare') await stockSets(shop, span, booklet, 1);
  if (name === 'outside') await changeSlot(shop, span, { day: '2099-01-01' });
  return span;
};

/** Buys tickets for a party, with two booklets and a coupon; the other timespans are created too. */
export const createFixture = async (shop: Shop, ops: Ops, party: Party): Promise<Fixture> => {
  /* All tests share one client address, so rate limits must not count earlier tests. */
  await shop.db.deleteFrom('tries').execute();
  const spans = new Map<SlotName, string>();
  for (const name of slotNames) spans.set(name, await makeSlot(shop, name));
  const mail = newAddress();
  const coupon = await newCoupon(shop, { use_limit: 1, visit_from: tomorrow, visit_to: tomorrow });
  const about = { ...party, sets: [{ id: booklet, count: 2 }], email: mail, coupon };
  const { params, number, order: orderToken } = await buyTicket(shop, spans.get('home') ?? '', about);
  const { id: order, total } = await rowOf(shop, 'orders', { reservation_number: number });
  const fixture: Fixture = {
    shop,
    ops,
    party,
    mail,
    order,
    orderToken,
    total,
    price: 0,
    coupon,
    spans,
    links: [],
    shares: [],
    codes: [],
    last: null,
  };
  await addLink(fixture, params.reservation_token, mail);
  fixture.price = (await ticketOf(shop, params.reservation_token)).price;
  return fixture;
};

/** Reads the order, set products sold by timespan, uses of the coupon, and all mails but those of links. */
export const readEffects = async ({ shop, order, orderToken, spans, coupon }: Fixture) => {
  const { status } = await shop.call('getOrder', { params: { token: orderToken } });
  const stocks = await rowsOf(shop, 'set_stocks', { site: 'borderless', set_uuid: booklet });
  const soldAt = (name: SlotName) => stocks.find((one) => one.time_span_id === spans.get(name))?.sold ?? 0;
  const mails = (await rowsOf(shop, 'outbox', { order_id: order })).filter(({ kind }) => kind !== 'ticket_links');
  return {
    status,
    sets: slotNames.filter((name) => soldAt(name) > 0).map((name) => [name, soldAt(name)]),
    uses: await usesOf(shop, coupon),
    mails: mails.map(({ kind, address }) => `${kind} ${address}`).sort(),
  };
};
