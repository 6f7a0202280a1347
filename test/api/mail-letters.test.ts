import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MailKind } from '#server/db/types.ts';
import { mailTexts } from '#server/mail/texts.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { covering, sampled } from '#test/tools/sample.ts';
import { buyTicket, changeRows, newSlot, rowOf, ticketOf } from './kit/arrange.ts';
import { customer, hold, newKey, timed } from './kit/buyer.ts';
import { emptyOutbox, newAddress, oneOfEach, requestMail, sendAgain, sender, sendRound } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { purchase } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { headerOf, linkIn, startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const post = await forFile(startPost());
beforeEach(async () => {
  post.mails.splice(0);
  await emptyOutbox(shop);
});

const ids = await oneOfEach(shop, 'See you there\n<i>soon</i>');
const { words } = await rowOf(shop, 'products', { site: 'borderless', uuid: timed });
const kinds = Object.keys(mailTexts.en.mails) as MailKind[];

describe('a rendered mail', () => {
  const sent = (kind: MailKind, lang: Lang) => sendAgain(shop, post, ids[kind], lang);

  const all = kinds.flatMap((kind) => langs.map((lang) => [kind, lang] as const));
  it.each(covering('mails by language', all, (facets) => facets))(
    '%s in %s: headers, text and HTML have the same content, in the language',
    async (kind, lang) => {
      const mail = await sent(kind, lang);
      const texts = mailTexts[lang];
      const { link, subject, remarks } = texts.mails[kind];
      const lead = kind === 'ticket_sent' ? texts.sent_by.replace('{name}', customer.fullname) : texts.mails[kind].lead;
      expect(headerOf(mail, 'subject')).toBe(subject.replace('{shop}', settingsOf('borderless').title[lang]));
      expect(headerOf(mail, 'from').replaceAll('"', '')).toBe(`${settingsOf('borderless').title[lang]} <${sender}>`);
      expect(headerOf(mail, 'reply-to')).toContain('<tickets@museum.example>');
      expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
      expect(headerOf(mail, 'content-language')).toBe(htmlLang[lang]);
      expect(headerOf(mail, 'message-id')).toBe(`<${ids[kind]}@shop.example>`);
      expect(Date.parse(headerOf(mail, 'date'))).toBeGreaterThan(Date.now() - 600_000);
      expect(mail.html).toContain(`<html lang="${htmlLang[lang]}">`);
      for (const body of [mail.text, mail.html.replaceAll('&amp;', '&')]) {
        for (const text of [
          lead,
          words[lang]?.product_name ?? 'none',
          '03-0000-0000',
          settingsOf('borderless').title[lang],
          ...remarks,
        ])
          expect(body).toContain(text);
        expect(body).not.toMatch(/[{}]|undefined|null|<script|url\(|src="(?!cid:)/);
        expect(body.includes(linkIn(mail) || 'no link')).toBe(link !== null);
      }
    },
  );

  const anonymous = kinds.filter((kind) => kind !== 'invited' && kind !== 'ticket_sent');
  it.each(anonymous)('%s contains no text that a visitor entered', async (kind) => {
    const mail = await sent(kind, 'en');
    expect(`${mail.text}${mail.html}`).not.toMatch(/山田|花子|See you there/);
  });
});

it('a name in a mail is escaped in HTML, and cannot start a header or a paragraph', async () => {
  const address = newAddress();
  const { id, order_id } = await requestMail(shop, address);
  await changeRows(shop, 'outbox', { id }, { kind: 'invited' });
  const fullname = '<b>Eve</b>\r\nBcc: eve@evil.example\r\n\r\nYou have won';
  const stored = JSON.stringify({ ...customer, email: address, fullname });
  await changeRows(shop, 'orders', { id: order_id }, { customer: stored });
  await sendRound(shop, post.url);
  const [mail] = post.mails;
  expect(mail?.to).toEqual([address]);
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.text).toContain('<b>Eve</b> Bcc: eve@evil.example You have won 様\n');
  expect(mail?.html).toContain('&lt;b&gt;Eve&lt;/b&gt; Bcc: eve@evil.example You have won 様');
  expect(mail?.html).not.toContain('<b>');
});

const publicUrl = 'https://tickets.example';
const send = () => sendRound({ ...shop, deps: { ...shop.deps, publicUrl } }, post.url, 10_000);
const newReader = () => `reader-${newKey()}@visitor.example`;

/** A buyer who left the newsletter ticked; its token. */
const reader = async () => {
  const email = newReader();
  const bought = await buyTicket(shop, await newSlot(shop), { email });
  const { magazine_token: id = '' } = await ticketOf(shop, bought.params.reservation_token);
  return { ...bought, email, id };
};
/** An order that is ready to be paid, with or without the newsletter. */
const orderAs = async (email: string, mail_magazine: 'true' | 'false') => {
  const order = await hold(shop, await newSlot(shop));
  await shop.call('putOrder', { params: { token: order.token }, body: { ...customer, email, mail_magazine } });
  return order;
};
/** The same, paid; the ticket's token. */
const buyAs = async (...about: Parameters<typeof orderAs>) =>
  (await purchase(shop, await orderAs(...about))).reservation_token;
const isActive = async (id: string) => (await shop.call('getMailMagazine', { params: { id } })).is_active;
const address = (id: string) => `${shop.url}${apiPrefix}/mailmagazines/${id}/release`;
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

it('the newsletter begins with a payment that opts in, once per address, and after its reader left with the next such one', async () => {
  const email = newReader().replace('r', 'R');
  const rows = () =>
    shop.db.selectFrom('mail_magazines').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).execute();
  await buyAs(email, 'false');
  const order = await orderAs(email, 'true');
  expect(await rows()).toHaveLength(0);
  const { reservation_token: token } = await purchase(shop, order);
  expect(await rows()).toHaveLength(1);
  await buyAs(email.toLowerCase(), 'true');
  expect(await rows()).toHaveLength(1);
  const { magazine_token: id = '' } = await ticketOf(shop, token);
  const magazine = await shop.call('getMailMagazine', { params: { id } });
  expect(magazine).toEqual({ email: 'r***@visitor.example', is_active: true });
  expect((await rows())[0]?.stopped_at).toBeNull();
  for (const _ of [1, 2]) expect((await shop.call('putMailMagazine', { params: { id } })).is_active).toBe(false);
  expect((await ticketOf(shop, token)).magazine_token).toBeUndefined();
  await buyAs(email, 'false');
  expect(await isActive(id)).toBe(false);
  await buyAs(email, 'true');
  expect(await isActive(id)).toBe(true);
});

it('an end can be taken back by the same link, as often as wanted, but not after the address was erased', async () => {
  const { email, id } = await reader();
  const resume = () => shop.call('putMailMagazine', { params: { id }, query: { is_active: 'true' } });
  const row = () => rowOf(shop, 'mail_magazines', { email: email.toLowerCase() });
  const { started_at: begun } = await row();
  await fetch(address(id), oneClick);
  expect(await isActive(id)).toBe(false);
  for (const _ of [1, 2]) expect((await resume()).is_active).toBe(true);
  expect((await row()).started_at.getTime()).toBeGreaterThan(begun.getTime());
  const { id: key } = await row();
  await changeRows(shop, 'mail_magazines', { id: key }, { email: `-${key}`, stopped_at: new Date() });
  const refused = await shop.send('putMailMagazine', { params: { id }, query: { is_active: 'true' } });
  expect(problemOf(refused)).toMatchObject({ status: 404, code: 'token_not_found' });
  expect(await isActive(id)).toBe(false);
});

it('the ticket of a buyer who did not ask for the newsletter is the same whether or not the address has it', async () => {
  const { email } = await reader();
  for (const typed of [email, newReader()]) {
    const ticket = await ticketOf(shop, await buyAs(typed, 'false'));
    expect(ticket).not.toHaveProperty('magazine_token');
  }
});

it('mails of several kinds to somebody who gets the newsletter have the link to end it, and the headers for one click', async () => {
  const { email, id, number } = await reader();
  const ops = await openOps(shop);
  const [lang = 'ja'] = sampled('language of the newsletter', [langs]);
  /* Sent one by one: the mail about a refund supersedes those before it. */
  for (const [operation, input] of [
    ['resend', { to: email, site: 'borderless' }],
    ['revoke', { reservation_number: number }],
    ['refund', { reservation_number: number }],
  ] as const) {
    await ops.run(operation, input);
    await changeRows(shop, 'outbox', { address: email, state: 'due' }, { lang });
    await send();
  }
  await ops.close();
  /* The purchase, the links, the new link and the refund. */
  expect(new Set(post.mails.map((mail) => headerOf(mail, 'subject'))).size).toBe(4);
  for (const mail of post.mails) {
    expect(mail.to).toEqual([email]);
    expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${publicUrl}${apiPrefix}/mailmagazines/${id}/release>`);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const body of [mail.text, mail.html]) expect(body).toContain(`${publicUrl}/#/mail-release/${id}?lang=`);
  }
});

describe('the address for mail programs', () => {
  it('ends the subscription by a POST, again and again, in either form, also without a body', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const init of [oneClick, { method: 'POST', body: form }, { method: 'POST' }]) {
      const { id } = await reader();
      for (let times = 0; times < 2; times += 1) {
        const reply = await fetch(address(id), init);
        expect([reply.status, await reply.text()]).toEqual([204, '']);
        expect(await isActive(id)).toBe(false);
      }
    }
  });

  it('answers every token alike, so that nothing can be found out by it', async () => {
    const { id } = await reader();
    const ended = await reader();
    await fetch(address(ended.id), oneClick);
    const other = shop.deps.tokens.token('order', crypto.randomUUID());
    const seen = [];
    for (const token of [id, ended.id, other, 'nobody', 'A'.repeat(500), '%00', 'reader@visitor.example']) {
      const reply = await fetch(address(token), oneClick);
      const headers = [...reply.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      seen.push(JSON.stringify([reply.status, headers, await reply.text()]));
    }
    expect(new Set(seen).size).toBe(1);
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('changes nothing when it is only opened, as link checkers do: it leads to the page', async () => {
    const { id } = await reader();
    for (const method of ['GET', 'HEAD']) {
      const reply = await fetch(address(id), { method, redirect: 'manual' });
      expect([reply.status, reply.headers.get('location')]).toEqual([303, `${shop.url}/#/mail-release/${id}`]);
    }
    expect(await isActive(id)).toBe(true);
    const odd = await fetch(address('%22%3E'), { redirect: 'manual' });
    expect(odd.headers.get('location')).toBe(`${shop.url}/`);
  });
});
