import { sql } from 'kysely';
import { answerLinkRequests } from '#server/domain/links.ts';
import { readTicketToken } from '#server/domain/tickets.ts';
import { newReservationNumber } from '#server/domain/tokens.ts';
import type { Desk } from '#server/mail/facts.ts';
import { writeLetter } from '#server/mail/letters.ts';
import type { MailRow } from '#server/mail/outbox.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { createReservationMail, getReservation } from '#src/api/contract/reservations.ts';
import {
  changeDate,
  getReceipt,
  sendTicket,
  shareTicket,
  splitTicket,
  stopSharing,
} from '#src/api/contract/tickets.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { newKey } from './buyer.ts';
import { paramsOf, ticketOf } from './holder.ts';
import type { Plan } from './sequence-plan.ts';
import type { Act } from './sequence-steps.ts';
import { addLink, addShare, open, openShared, type World } from './sequence-world.ts';
import { type Answer, problemOf } from './shop.ts';

/** The outcome of a step as text: 'done' or the like, or the rejection's code with its details. */
export type Outcome = string;

const refusalOf = (answer: Answer): Outcome => {
  const { code, detail } = problemOf(answer);
  return code === 'cannot_change_ticket' ? `${code} ${detail}` : code;
};

const tokenOf = (world: World, link: number): string => world.links[link]?.token ?? '';

/** Sends a write for a ticket with a new key; returns the response's text, or the rejection. */
const write = async (world: World, endpoint: Endpoint, link: number, body?: unknown) => {
  const params = paramsOf(tokenOf(world, link));
  const key = newKey();
  const answer = await world.shop.send(endpoint, { params, body, key });
  if (answer.status !== 200) return { refusal: refusalOf(answer), text: '' };
  world.last = { endpoint, params, body, key, text: answer.text };
  return { refusal: null, text: answer.text };
};

const field = (text: string, name: string): string => String(JSON.parse(text)[name]);

/** The links in a mail. A superseded mail is never sent, but the ticket for which it was written exists. */
const linksOfMail = async (desk: Desk, row: MailRow): Promise<string[]> => {
  const letter = await writeLetter(desk, row);
  if (letter)
    return [letter.link, ...letter.others.map((other) => other.link)].flatMap(
      (one) => /\/id\/([\w-]+)/.exec(one?.href ?? '')?.[1] ?? [],
    );
  return row.kind === 'ticket_sent' && row.ticket_id ? [await readTicketToken(desk.db, desk.vault, row.ticket_id)] : [];
};

/** The links of each mail of a kind to an address for this order, newest mail last; mails without links are left out. */
const linksMailed = async ({ shop, order }: World, address: string, kind: 'ticket_sent' | 'ticket_links') => {
  const rows = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('order_id', '=', order)
    .where(sql<boolean>`lower(address) = ${address}`)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .execute();
  const links = await Promise.all(rows.map((row) => linksOfMail(shop.deps, row)));
  return links.filter(({ length }) => length > 0);
};

const send = async (world: World, { link, mail, lines }: Plan): Promise<Outcome> => {
  const body = { email: mail, note: '', lang: 'en', option_values: lines };
  const { refusal } = await write(world, sendTicket, link, body);
  if (refusal) return refusal;
  for (const [token = ''] of await linksMailed(world, mail, 'ticket_sent')) await addLink(world, token, mail);
  return 'done';
};

const wholeOf = async (world: World, link: number): Promise<Plan['lines']> => {
  const { order_options } = await ticketOf(world.shop, tokenOf(world, link));
  const lines = order_options.map(({ id, quantity }) => ({ id, count: quantity }));
  return lines.length > 0 ? lines : [{ id: 'admission-adult', count: 1 }];
};

const givenAway = (world: World, link: number): void => {
  const known = world.links[link];
  if (known) known.gone = true;
};

/** The outcome of an operator's command. */
const command = async ({ ops }: World, name: string, input: object): Promise<Outcome> => {
  const { status, refused, ...facts } = await ops.ask(name, input);
  if (status !== 200) return `${status === 409 ? 'refused' : status} ${refused}`;
  if (name === 'gate') return `${facts.quantity} in, ${facts.left} left`;
  return name === 'cancel' ? `${facts.quantity} cancelled, ${facts.used} used` : `${facts.amount} yen back`;
};

const ask = async ({ shop }: World, endpoint: Endpoint, sent: Parameters<World['shop']['send']>[1]) => {
  const answer = await shop.send(endpoint, sent);
  return answer.status === 200 ? { refusal: null, text: answer.text } : { refusal: refusalOf(answer), text: '' };
};

/** How each step is executed, through the same endpoints that users have. Returns the outcome. */
export const deeds: Record<Act, (world: World, plan: Plan) => Promise<Outcome>> = {
  rest: async () => '',
  read: async (world, { link }) => {
    const { state, quantity, entry_code, people } = await open(world, link);
    const codes = [entry_code, ...people.map((one) => one.entry_code)].filter(Boolean).length;
    return `${state} ${quantity}, ${codes} codes, ${people.filter(({ used }) => used).length} used`;
  },
  readShared: async (world, { share }) => {
    const ticket = share < 0 ? null : await openShared(world, share);
    if (!ticket) return 'dead';
    const codes = [ticket.entry_code, ...ticket.people.map((one) => one.entry_code)].filter(Boolean).length;
    return `${ticket.state} ${ticket.quantity}, ${codes} codes`;
  },
  share: async (world, { link }) => {
    const { refusal, text } = await write(world, shareTicket, link);
    if (refusal) return refusal;
    const share = addShare(world, field(text, 'share_token'), link);
    await openShared(world, share);
    return `share ${share}`;
  },
  stop: async (world, { link }) => (await write(world, stopSharing, link)).refusal ?? 'done',
  send,
  sendAll: async (world, plan) => {
    const outcome = await send(world, { ...plan, lines: await wholeOf(world, plan.link) });
    if (outcome === 'done') givenAway(world, plan.link);
    return outcome;
  },
  split: async (world, { link, lines }) => {
    const { refusal, text } = await write(world, splitTicket, link, { option_values: lines });
    if (refusal) return refusal;
    await addLink(world, field(text, 'reservation_token'), world.links[link]?.mail ?? '');
    return 'done';
  },
  move: async (world, { link, slot }) => {
    const { refusal, text } = await write(world, changeDate, link, { time_span_id: world.spans.get(slot) });
    if (refusal) return refusal;
    givenAway(world, link);
    await addLink(world, field(text, 'reservation_token'), world.links[link]?.mail ?? '');
    return 'done';
  },
  lookUp: async (world, { numberOf, mail }) => {
    const number = world.links[numberOf]?.number ?? newReservationNumber();
    const query = { email: mail.toUpperCase(), reservation_number: number.toLowerCase().replaceAll('-', '') };
    const { refusal, text } = await ask(world, getReservation, { query });
    if (refusal) return refusal;
    return `link ${world.links.findIndex(({ token }) => token === field(text, 'reservation_token'))}`;
  },
  mails: async (world, { mail }) => {
    const before = await linksMailed(world, mail, 'ticket_links');
    const { refusal } = await ask(world, createReservationMail, { body: { email: mail, lang: 'en' }, key: newKey() });
    if (refusal) return refusal;
    await answerLinkRequests(world.shop.deps);
    const after = await linksMailed(world, mail, 'ticket_links');
    const tokens = after.length > before.length ? (after.at(-1) ?? []) : [];
    const places = tokens.map((token) => world.links.findIndex((link) => link.token === token));
    return `links ${places.sort((one, other) => one - other).join(' ')}`;
  },
  receipt: async (world, { link }) => {
    const { refusal, text } = await ask(world, getReceipt, { params: paramsOf(tokenOf(world, link)) });
    return refusal ?? `${field(text, 'total')} yen`;
  },
  calendar: async (world, { link }) => {
    const reply = await fetch(`${world.shop.url}${apiPrefix}/tickets/${tokenOf(world, link)}/calendar`);
    const { status, headers } = reply;
    const text = await reply.text();
    return status === 200 ? `${text.match(/BEGIN:VEVENT/g)?.length} visit` : refusalOf({ status, headers, text });
  },
  gate: (world, { link, code }) =>
    command(world, 'gate', { code: code?.code ?? world.links[link]?.number, force: true }),
  cancel: (world, { link }) => command(world, 'cancel', { reservation_number: world.links[link]?.number }),
  refund: (world, { link, force }) =>
    command(world, 'refund', { reservation_number: world.links[link]?.number, force }),
  again: async ({ shop, last }) => {
    if (!last) return 'the same';
    const { text } = await shop.send(last.endpoint, { params: last.params, body: last.body, key: last.key });
    return text === last.text ? 'the same' : text;
  },
};
