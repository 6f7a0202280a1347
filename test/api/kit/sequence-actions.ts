import { sql } from 'kysely';
import * as v from 'valibot';
import type { MailDeps } from '#server/mail/deps.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import type { MailRow } from '#server/shared/outbox/outbox.ts';
import { newReservationNumber } from '#server/shared/tokens/tokens.ts';
import { handleLinkRequests } from '#server/tickets/links.ts';
import { readTicketToken } from '#server/tickets/tickets.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import {
  changeDate,
  createReservationMail,
  getReceipt,
  getReservation,
  sendTicket,
  shareTicket,
  splitTicket,
  stopSharing,
} from '#src/api/contract/tickets.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { paramsOf, ticketOf } from './arrange.ts';
import { newKey } from './buyer.ts';
import type { Answer } from './call.ts';
import { addLink, addShare, type Fixture, open, openShared } from './sequence-fixture.ts';
import type { Action, Plan } from './sequence-plan.ts';
import { problemOf } from './shop.ts';

/** The outcome of a step as text: 'done' or the like, or the rejection's code with its details. */
export type Outcome = string;

const refusalOf = (answer: Answer): Outcome => {
  const { code, detail } = problemOf(answer);
  return code === 'cannot_change_ticket' ? `${code} ${detail}` : code;
};

const tokenOf = (fixture: Fixture, link: number): string => fixture.links[link]?.token ?? '';

/**
 * Sends a write for a ticket with a new key; returns the response's text, or the rejection. A write that changes anything is
 * remembered to be repeated; a write that changes nothing is judged again.
 */
const write = async (fixture: Fixture, endpoint: Endpoint, link: number, body?: unknown, changes = true) => {
  const params = paramsOf(tokenOf(fixture, link));
  const key = newKey();
  const answer = await fixture.shop.send(endpoint, { params, body, key });
  if (answer.status !== 200) return { refusal: refusalOf(answer), text: '' };
  if (changes) fixture.last = { endpoint, params, body, key, text: answer.text };
  return { refusal: null, text: answer.text };
};

/** Shares a ticket, or stops it. */
const writeShare = async (fixture: Fixture, endpoint: typeof shareTicket | typeof stopSharing, link: number) => {
  const { state } = await ticketOf(fixture.shop, tokenOf(fixture, link));
  return write(fixture, endpoint, link, undefined, (state === 'shared') === (endpoint === stopSharing));
};

const field = (text: string, name: string): string => String(JSON.parse(text)[name]);

/** The links in a mail. A superseded mail is never sent, but the ticket for which it was written exists. */
const linksOfMail = async (deps: MailDeps, row: MailRow): Promise<string[]> => {
  const mail = await renderMail(deps, row);
  if (mail)
    return [mail.link, ...mail.others.map((other) => other.link)].flatMap(
      (one) => /\/id\/([\w-]+)/.exec(one?.href ?? '')?.[1] ?? [],
    );
  return row.kind === 'ticket_sent' && row.ticket_id
    ? [await readTicketToken(deps.db, deps.tokens, row.ticket_id)]
    : [];
};

/** The links of each mail of a kind to an address for this order, newest mail last; mails without links are left out. */
const linksMailed = async ({ shop, order }: Fixture, address: string, kind: 'ticket_sent' | 'ticket_links') => {
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

const send = async (fixture: Fixture, { link, mail, lines }: Plan): Promise<Outcome> => {
  const body = { email: mail, note: '', lang: 'en', option_values: lines };
  const { refusal } = await write(fixture, sendTicket, link, body);
  if (refusal) return refusal;
  for (const [token = ''] of await linksMailed(fixture, mail, 'ticket_sent')) await addLink(fixture, token, mail);
  return 'done';
};

const readLines = async (fixture: Fixture, link: number): Promise<Plan['lines']> => {
  const { order_options } = await ticketOf(fixture.shop, tokenOf(fixture, link));
  const lines = order_options.map(({ id, quantity }) => ({ id, count: quantity }));
  return lines.length > 0 ? lines : [{ id: 'admission-adult', count: 1 }];
};

const markEmpty = (fixture: Fixture, link: number): void => {
  const known = fixture.links[link];
  if (known) known.isEmpty = true;
};

/** The outcome of an operator's command. */
const command = async ({ ops }: Fixture, name: string, input: object): Promise<Outcome> => {
  const { status, refused, ...facts } = await ops.run(name, input);
  if (status !== 200) return `${status === 409 ? 'refused' : status} ${refused}`;
  if (name === 'gate') return `${facts.quantity} in, ${facts.left} left`;
  return name === 'cancel' ? `${facts.quantity} cancelled, ${facts.used} used` : `${facts.amount} yen back`;
};

const request = async ({ shop }: Fixture, endpoint: Endpoint, sent: Parameters<Fixture['shop']['send']>[1]) => {
  const answer = await shop.send(endpoint, sent);
  return answer.status === 200 ? { refusal: null, text: answer.text } : { refusal: refusalOf(answer), text: '' };
};

/** How each step is executed, through the same endpoints that users have. Returns the outcome. */
export const perform: Record<Action, (fixture: Fixture, plan: Plan) => Promise<Outcome>> = {
  rest: async () => '',
  read: async (fixture, { link }) => {
    const { state, quantity, entry_code, people } = await open(fixture, link);
    const codes = [entry_code, ...people.map((one) => one.entry_code)].filter(Boolean).length;
    return `${state} ${quantity}, ${codes} codes, ${people.filter(({ used }) => used).length} used`;
  },
  readShared: async (fixture, { share }) => {
    const ticket = share < 0 ? null : await openShared(fixture, share);
    if (!ticket) return 'dead';
    const codes = [ticket.entry_code, ...ticket.people.map((one) => one.entry_code)].filter(Boolean).length;
    return `${ticket.state} ${ticket.quantity}, ${codes} codes`;
  },
  share: async (fixture, { link }) => {
    const { refusal, text } = await writeShare(fixture, shareTicket, link);
    if (refusal) return refusal;
    const share = addShare(fixture, field(text, 'share_token'), link);
    await openShared(fixture, share);
    return `share ${share}`;
  },
  stop: async (fixture, { link }) => (await writeShare(fixture, stopSharing, link)).refusal ?? 'done',
  send,
  sendAll: async (fixture, plan) => {
    const outcome = await send(fixture, { ...plan, lines: await readLines(fixture, plan.link) });
    if (outcome === 'done') markEmpty(fixture, plan.link);
    return outcome;
  },
  split: async (fixture, { link, lines }) => {
    const { refusal, text } = await write(fixture, splitTicket, link, { option_values: lines });
    if (refusal) return refusal;
    await addLink(fixture, field(text, 'reservation_token'), fixture.links[link]?.mail ?? '');
    return 'done';
  },
  move: async (fixture, { link, slot }) => {
    const { refusal, text } = await write(fixture, changeDate, link, { time_span_id: fixture.spans.get(slot) });
    if (refusal) return refusal;
    markEmpty(fixture, link);
    await addLink(fixture, field(text, 'reservation_token'), fixture.links[link]?.mail ?? '');
    return 'done';
  },
  lookUp: async (fixture, { numberOf, mail }) => {
    const number = fixture.links[numberOf]?.number ?? newReservationNumber();
    const query = { email: mail.toUpperCase(), reservation_number: number.toLowerCase().replaceAll('-', '') };
    const { refusal, text } = await request(fixture, getReservation, { query });
    if (refusal) return refusal;
    return `link ${fixture.links.findIndex(({ token }) => token === field(text, 'reservation_token'))}`;
  },
  mails: async (fixture, { mail }) => {
    const before = await linksMailed(fixture, mail, 'ticket_links');
    const { refusal } = await request(fixture, createReservationMail, {
      body: { email: mail, lang: 'en' },
      key: newKey(),
    });
    if (refusal) return refusal;
    await handleLinkRequests(fixture.shop.deps);
    const after = await linksMailed(fixture, mail, 'ticket_links');
    const tokens = after.length > before.length ? (after.at(-1) ?? []) : [];
    const places = tokens.map((token) => fixture.links.findIndex((link) => link.token === token));
    return `links ${places.sort((one, other) => one - other).join(' ')}`;
  },
  receipt: async (fixture, { link }) => {
    const { refusal, text } = await request(fixture, getReceipt, { params: paramsOf(tokenOf(fixture, link)) });
    if (refusal) return refusal;
    const { lines, total } = v.parse(getReceipt.reply, JSON.parse(text));
    const sum = lines.reduce((all, { amount }) => all + amount, 0);
    return sum === total ? `${total} yen` : `${total} yen, but ${sum}`;
  },
  calendar: async (fixture, { link }) => {
    const reply = await fetch(`${fixture.shop.url}${apiPrefix}/tickets/${tokenOf(fixture, link)}/calendar`);
    const { status, headers } = reply;
    const text = await reply.text();
    return status === 200 ? `${text.match(/BEGIN:VEVENT/g)?.length} visit` : refusalOf({ status, headers, text });
  },
  gate: (fixture, { link, code }) =>
    command(fixture, 'gate', { code: code?.code.replace(/.{4}/g, '$& ') ?? fixture.links[link]?.number, force: true }),
  cancel: (fixture, { link }) => command(fixture, 'cancel', { reservation_number: fixture.links[link]?.number }),
  refund: (fixture, { link, force }) =>
    command(fixture, 'refund', { reservation_number: fixture.links[link]?.number, force }),
  again: async ({ shop, last }) => {
    if (!last) return 'the same';
    const { text } = await shop.send(last.endpoint, { params: last.params, body: last.body, key: last.key });
    if (text === last.text) return 'the same';
    /* A concurrent actor may have shared or stopped first, so that this write changed nothing. */
    return last.endpoint === shareTicket || last.endpoint === stopSharing ? 'judged again' : text;
  },
};
