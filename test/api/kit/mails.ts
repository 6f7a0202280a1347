import { sql } from 'kysely';
import { inTransaction } from '#server/db/open.ts';
import type { MailKind } from '#server/db/types.ts';
import type { MailDeps } from '#server/mail/deps.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { type MailContent, renderMail as rendered } from '#server/mail/render-mail.ts';
import { sendMails } from '#server/mail/send.ts';
import { invite } from '#server/orders/invite.ts';
import { type MailRow, putMail, putTicketMail } from '#server/shared/outbox/outbox.ts';
import { rootOf } from '#server/shared/site-address.ts';
import { cancelTickets } from '#server/tickets/end-tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { buyTicket, changeRows, newSlot, rowOf, sending } from './arrange.ts';
import { customer, hold, newKey } from './buyer.ts';
import type { Shop } from './shop.ts';
import type { Post, Received } from './smtp.ts';

/** The sender address of the shop's mails. */
export const sender = 'tickets@shop.example';

export const newAddress = (): string => `${newKey()}@visitor.example`;

/** A text in full-width signs, as a Japanese keyboard types it. */
export const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** Runs one round of sending, as a separate process would; `timeout` in milliseconds. */
export const sendRound = (shop: Shop, url: string, timeout = 10_000, ending = new AbortController().signal) =>
  sendMails(shop.deps, createMailer({ url, from: sender, timeout }), ending);

/** Takes all earlier mails out of the rounds: `readable` is the state of a mail that no mailer sends. */
export const emptyOutbox = (shop: Shop) => changeRows(shop, 'outbox', {}, { state: 'readable' });

/** Makes the mail due, before all others. */
export const passPause = (shop: Shop, id: string) => changeRows(shop, 'outbox', { id }, { due_at: new Date(0) });

/** The delivery state of a mail; `minutes` until the next try. */
export const readMail = (shop: Shop, id: string) =>
  shop.db
    .selectFrom('outbox')
    .select(['state', 'tries', 'fault', 'sent_at'])
    .select(sql<number>`round(extract(epoch from due_at - now()) / 60)::int`.as('minutes'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Requests a confirmation mail; returns the order's token, the link's token, and the ids of the mail and the order. */
export const requestMail = async (shop: Shop, address = newAddress(), fullname = customer.fullname) => {
  const { token } = await hold(shop, await newSlot(shop), { adults: 2 });
  const body = { ...customer, fullname, email: address };
  await shop.call('createOrderMail', { params: { token }, body });
  const { id, order_id } = await rowOf(shop, 'outbox', { address });
  return { token, address, link: await linkTokenOf(shop, address), id, order_id };
};

/** The mail as its reader gets it. Throws if the mail is superseded. */
export const renderMail = async (deps: MailDeps, row: MailRow): Promise<MailContent> => {
  const content = await rendered(deps, row);
  if (!content) throw new Error(`The mail ${row.kind} is superseded.`);
  return content;
};

/** The latest mail to an address, rendered for its reader; of one kind, or any. */
export const renderLatestMail = async (shop: Shop, address: string, kind?: MailKind) => {
  const row = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('address', '=', address)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'completed'))
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return renderMail(shop.deps, row);
};

/** The token in the latest order link that was mailed to an address. */
export const linkTokenOf = async (shop: Shop, address: string): Promise<string> => {
  const mail = await renderLatestMail(shop, address);
  return /#\/mail-confirm\?token=([\w-]{32})/.exec(mail.link?.href ?? '')?.[1] ?? '';
};

/** Sends only this mail, in a language; null if it is superseded. Discards mails received before. */
export const sendAlone = async (shop: Shop, post: Post, id: string, lang: Lang = 'en'): Promise<Received | null> => {
  post.mails.splice(0);
  await emptyOutbox(shop);
  await changeRows(shop, 'outbox', { id }, { lang, state: 'due', due_at: new Date(0) });
  await sendRound(shop, post.url);
  if (post.mails.length > 1) throw new Error(`${post.mails.length} mails`);
  return post.mails[0] ?? null;
};

/** The same; throws if the mail is superseded. */
export const sendAgain = async (shop: Shop, post: Post, id: string, lang: Lang): Promise<Received> => {
  const mail = await sendAlone(shop, post, id, lang);
  if (!mail) throw new Error('The mail is superseded.');
  return mail;
};

/** The id of the newest mail of a kind to an address. */
export const newestMail = async (shop: Shop, kind: MailKind, address: string): Promise<string> => {
  const rows = shop.db.selectFrom('outbox').select('id').where('kind', '=', kind).where('address', '=', address);
  return (await rows.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).id;
};

/** Creates one mail of each kind and returns their ids. Those of refunds, links, reissues and moves are put directly. */
export const oneOfEach = async (shop: Shop, note: string): Promise<Record<MailKind, string>> => {
  const confirm = await requestMail(shop);
  const { params, number } = await buyTicket(shop, await newSlot(shop), { adults: 3 });
  await shop.call('sendTicket', { params, body: { ...sending(1), note } });
  const time_span_id = await newSlot(shop);
  await shop.call('changeDate', { params, body: { time_span_id } });
  const order = await rowOf(shop, 'orders', { reservation_number: number });
  const { id: order_id, site, lang } = order;
  const about = { order_id, site, lang, address: customer.email, base: shop.url };
  const { id: ticket_id } = await rowOf(shop, 'tickets', { number, state: 'valid' });
  await inTransaction(shop.db, async (tx) => {
    await putMail(tx, 'refunded', order, { base: shop.url });
    await putMail(tx, 'part_refunded', order, { base: shop.url, amount: 500 });
    await putTicketMail(tx, 'ticket_links', { ...about, ticket_id });
    await putTicketMail(tx, 'ticket_reissued', { ...about, ticket_id });
    await putTicketMail(tx, 'visit_moved', { ...about, ticket_id });
  });
  const cancelled = await buyTicket(shop, await newSlot(shop), { adults: 2, email: newAddress() });
  await cancelTickets(shop.deps, { base: shop.url, site: null, actor: { by: 'local', gate: '' } }, cancelled.number);
  const context = { site, base: shop.url, effectId: newKey(), visitor: null };
  const slot = { slot: await newSlot(shop), options: [{ id: 'admission-adult', count: 2 }], sets: [] };
  const { email: mail, ...known } = { ...customer, email: newAddress() };
  const invited = await invite(shop.deps, context, { mail, lang, ...slot, customer: known });
  const ended = shop.db.selectFrom('orders').select('id').where('reservation_number', '=', cancelled.number);
  const rows = await shop.db
    .selectFrom('outbox')
    .select(['id', 'kind'])
    .where('order_id', 'in', [order.id, invited, (await ended.executeTakeFirstOrThrow()).id])
    // not the `completed` of the other two orders
    .where(({ or, eb }) => or([eb('kind', '<>', 'completed'), eb('order_id', '=', order.id)]))
    .execute();
  const ids = Object.fromEntries(rows.map(({ kind, id }) => [kind, id])) as Record<MailKind, string>;
  return { ...ids, mail_confirm: confirm.id };
};

type Wanted = { site: SiteCode; slot: string; option: string; count?: number; lang?: Lang };

/** Creates an invitation, as `npm run ops -- invite` does, and returns the mailed link's token and the order's token. */
export const invitedTo = async (shop: Shop, { site, slot, option, count = 1, lang = 'ja' }: Wanted) => {
  const mail = newAddress();
  const place = { site, base: rootOf(shop.deps.sites, site, shop.url), effectId: newKey(), visitor: null };
  const invitation = { mail, lang, slot, options: [{ id: option, count }], sets: [] };
  const id = await invite(shop.deps, place, { ...invitation, customer: { fullname: customer.fullname } });
  return { mail, link: await linkTokenOf(shop, mail), token: shop.deps.tokens.token('order', id) };
};
