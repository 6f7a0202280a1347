import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailKind } from '#server/db/types.ts';
import { mailTexts } from '#server/mail/texts.ts';
import { htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { covering } from '#test/tools/sample.ts';
import { changeRows } from './kit/arrange.ts';
import { customer } from './kit/buyer.ts';
import {
  emptyOutbox,
  headerOf,
  mailKinds as kinds,
  linkIn,
  newAddress,
  oneOfEach,
  requestMail,
  sendAgain,
  sender,
  sendRound,
} from './kit/mails.ts';
import { forFile, startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const post = await forFile(startPost());
beforeEach(async () => {
  post.mails.splice(0);
  await emptyOutbox(shop);
});

const product = new Map<Lang, string>();

describe('a rendered mail', () => {
  let ids: Record<MailKind, string>;
  beforeAll(async () => {
    ids = await oneOfEach(shop, 'See you there\n<i>soon</i>');
    const { words } = await shop.db
      .selectFrom('outbox')
      .innerJoin('orders', 'orders.id', 'outbox.order_id')
      .innerJoin('products', 'products.uuid', 'orders.product_uuid')
      .select('products.words')
      .where('outbox.id', '=', ids.completed)
      .executeTakeFirstOrThrow();
    for (const lang of langs) product.set(lang, words[lang]?.product_name ?? 'none');
  });

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
          product.get(lang) ?? 'none',
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
