import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import type { MailKind } from '#server/db/types.ts';
import { covering } from '#test/tools/sample.ts';
import { adults, buyTicket, mailedTo, newSlot, passVisit, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { readVisit } from './kit/calendar.ts';
import { newAddress, newestMail, readMail, sendAlone } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const post = await forFile(startPost());
beforeEach(() => {
  shop.logged.splice(0);
});

/** A ticket, and the address to which a mail about it waits to be sent. */
type Waiting = { email: string; ticket: string };
type TicketKind = Extract<MailKind, 'completed' | 'ticket_sent' | 'ticket_changed' | 'visit_moved' | 'ticket_links'>;

const move = async (ticket: string): Promise<string> => {
  const body = { time_span_id: await newSlot(shop) };
  return (await shop.call('changeDate', { params: { reservation_token: ticket }, body })).reservation_token;
};
const send = (ticket: string, count: number, email = newAddress()) =>
  shop.call('sendTicket', { params: { reservation_token: ticket }, body: { ...sending(count), email, lang: 'en' } });

/** Buys a ticket of three. */
const buy = async (slot?: string): Promise<Waiting> => {
  const email = newAddress();
  const { params } = await buyTicket(shop, slot ?? (await newSlot(shop)), { adults: 3, email });
  return { email, ticket: params.reservation_token };
};

const write: Record<TicketKind, () => Promise<Waiting>> = {
  completed: () => buy(),
  ticket_sent: async () => {
    const email = newAddress();
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 4 });
    await send(params.reservation_token, 3, email);
    return { email, ticket: await mailedTo(shop, email) };
  },
  ticket_changed: async () => {
    const { email, ticket } = await buy();
    return { email, ticket: await move(ticket) };
  },
  visit_moved: async () => {
    const [slot, to] = [await newSlot(shop), await newSlot(shop)];
    const bought = await buy(slot);
    await ops.run('call-off', { site: 'borderless', slot, to });
    return bought;
  },
  ticket_links: async () => {
    const bought = await buy();
    await shop.call('createReservationMail', { body: { email: bought.email, lang: 'en' } });
    await shop.sweep();
    return bought;
  },
};

const number = async (ticket: string) => (await ticketOf(shop, ticket)).reservation_number;

/** Changes of a ticket before a mail about it is sent. */
const changes = {
  nothing: async () => {},
  'another date': async (ticket: string) => {
    await move(ticket);
  },
  'one split off': (ticket: string) =>
    shop.call('splitTicket', { params: { reservation_token: ticket }, body: { option_values: adults(1) } }),
  'one split off, the rest moved': async (ticket: string) => {
    await changes['one split off'](ticket);
    await move(ticket);
  },
  'one sent on': (ticket: string) => send(ticket, 1),
  'all sent on': (ticket: string) => send(ticket, 3),
  'one split off, the rest moved and sent on': async (ticket: string) => {
    await changes['one split off'](ticket);
    await send(await move(ticket), 2);
  },
  shared: (ticket: string) => shop.call('shareTicket', { params: { reservation_token: ticket } }),
  'cancelled by the venue': async (ticket: string) => ops.run('cancel', { reservation_number: await number(ticket) }),
  'paid back by the venue': async (ticket: string) => {
    const { order_id } = await rowOf(shop, 'tickets', { token_hash: hashOf(ticket) });
    const { reservation_number } = await rowOf(shop, 'orders', { id: order_id });
    return ops.run('refund', { reservation_number });
  },
  'used at the gate': async (ticket: string) => ops.run('gate', { code: await number(ticket), force: true }),
  over: async (ticket: string) => passVisit(shop, (await ticketOf(shop, ticket)).time_span_id),
} satisfies Record<string, (ticket: string) => Promise<unknown>>;
type Change = keyof typeof changes;

/**
 * The outcome for the mail: sent with its link, sent without it (the purchase is confirmed, but the reader no longer has the
 * ticket), or not sent.
 */
type Fate = 'sent' | 'no link' | 'superseded';
const ended = { 'cancelled by the venue': 'superseded', 'paid back by the venue': 'superseded' } as const;
const alive = {
  nothing: 'sent',
  'another date': 'sent',
  'one split off': 'sent',
  'one split off, the rest moved': 'sent',
  'one sent on': 'sent',
  shared: 'sent',
} as const;
const overtaken = {
  ...ended,
  'all sent on': 'superseded',
  'one split off, the rest moved and sent on': 'superseded',
  'used at the gate': 'superseded',
  over: 'superseded',
} as const;
/* After another move, the later mail reports it. */
const moved = { 'another date': 'superseded', 'one split off, the rest moved': 'superseded' } as const;
const fates: Record<TicketKind, Record<Change, Fate>> = {
  completed: {
    ...alive,
    ...ended,
    'all sent on': 'no link',
    'one split off, the rest moved and sent on': 'no link',
    'used at the gate': 'no link',
    over: 'no link',
  },
  ticket_sent: { ...alive, ...overtaken },
  ticket_changed: { ...alive, ...overtaken, ...moved },
  visit_moved: { ...alive, ...overtaken, ...moved },
  /* The split-off ticket belongs to the same holder. */
  ticket_links: { ...alive, ...overtaken, 'one split off, the rest moved and sent on': 'sent' },
};

const dayOf = (moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Asia/Tokyo' })
    .format(new Date(moment))
    .replace(',', '');
const clockOf = (moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(new Date(moment));

/** Every link opens a ticket that admits its reader, with the number, date and number of people that the mail states. */
const expectTrue = async (text: string, kind: TicketKind): Promise<void> => {
  for (const [block = '', token = ''] of text.matchAll(/[^\0]*?#\/id\/([\w-]{32})\?lang=en/g)) {
    const ticket = await ticketOf(shop, token);
    expect(['valid', 'shared']).toContain(ticket.state);
    expect(block).toContain(`Reservation number: ${ticket.reservation_number}\n`);
    expect(block).toContain(`: ${dayOf(ticket.reservation_from)}, ${clockOf(ticket.reservation_from)} –`);
    const counts = /Quantity: (.*)/.exec(block)?.[1]?.matchAll(/ × (\d+)/g) ?? [];
    const quantity = [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    if (kind === 'completed') expect(quantity).toBeGreaterThanOrEqual(ticket.quantity);
    else expect(quantity).toBe(ticket.quantity);
  }
};

const table = (['completed', 'ticket_sent', 'ticket_changed', 'visit_moved', 'ticket_links'] as const).flatMap((kind) =>
  Object.entries(fates[kind]).flatMap(([change, fate]) => (change in changes ? [{ kind, change, fate }] : [])),
);

describe('a mail about a ticket', () => {
  const sampled = covering('mails after changes', table, ({ kind, change }) => [kind, change]);
  it.each(sampled)('$kind, after $change: $fate', async ({ kind, change, fate }) => {
    const { email, ticket } = await write[kind]();
    const mail = await newestMail(shop, kind, email);
    await Object.entries(changes).find(([name]) => name === change)?.[1](ticket);
    const received = await sendAlone(shop, post, mail);
    const { state } = await readMail(shop, mail);
    expect(state).toBe(fate === 'superseded' ? 'superseded' : 'sent');
    const superseded = shop.logged.filter(({ event }) => event === 'mail_superseded');
    expect(superseded).toEqual(
      fate === 'superseded' ? [{ level: 'info', event: 'mail_superseded', facts: { mail, kind } }] : [],
    );
    if (fate === 'superseded') expect(received).toBeNull();
    const { text = '', html = '' } = received ?? {};
    expect(`${text}${html}`).not.toMatch(/Quantity: 0|Quantity<\/th><td[^>]*>0</);
    expect(text.includes('#/id/')).toBe(fate === 'sent');
    await expectTrue(text, kind);
    const offersChange = kind === 'visit_moved' && fate === 'sent' && change !== 'shared';
    expect(text.includes('If this time does not suit you')).toBe(offersChange);
  });
});

it.each([
  ['cancel', 'cancelled'],
  ['refund', 'refunded'],
] as const)('a %s by the venue takes the visit out of the buyer’s calendar', async (operation, kind) => {
  const email = newAddress();
  const { number: reservation_number } = await buyTicket(shop, await newSlot(shop), { adults: 2, email });
  const fileIn = async (about: MailKind) => {
    const { files } = (await sendAlone(shop, post, await newestMail(shop, about, email))) ?? {};
    return readVisit([...(files?.values() ?? [])].join());
  };
  const { uid, ...bought } = await fileIn('completed');
  expect(bought).toMatchObject({ method: 'PUBLISH', status: 'CONFIRMED', sequence: 0 });
  await ops.run(operation, { reservation_number });
  await shop.sweep();
  expect(await fileIn(kind)).toMatchObject({ uid, method: 'CANCEL', status: 'CANCELLED', sequence: 1 });
});
