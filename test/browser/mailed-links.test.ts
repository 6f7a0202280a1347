import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { MailContent } from '#server/mail/render-mail.ts';
import { rowOf } from '#test/api/kit/arrange.ts';
import { oneOfEach, renderMail } from '#test/api/kit/mails.ts';
import { openFixture } from './kit/fixture.ts';

/** Programs that read mail open its links in a browser: an opened link changes nothing before a press. */
const { shop, lane } = await openFixture();

/** A hash of each table's rows. */
const tables = async (): Promise<Record<string, unknown>> => {
  const names = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(shop.db);
  const hashes = names.rows.map(async ({ name }) => {
    const rows = sql`select md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.table(name)} t`;
    return [name, (await rows.execute(shop.db)).rows] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
};

const mails = await oneOfEach(shop, 'Hello');

/** The shop's own addresses in a mail. */
const linksIn = ({ link, links, others, release }: MailContent): string[] =>
  [link, ...links, ...others.map((other) => other.link), release]
    .flatMap((one) => (one?.href.startsWith(shop.url) ? [one.href] : []))
    .toSorted();

/** The page of a link without its token. */
const pageOf = (href: string): string =>
  href
    .slice(shop.url.length)
    .replace(/[\w-]{32}/, ':token')
    .replace(/.lang=.*/, '');

/** The page of each mailed link: one address for each, of the confirmation and of the invitation. */
const addresses = new Map<string, string>();
for (const [kind, id] of Object.entries(mails)) {
  for (const href of linksIn(await renderMail(shop.deps, await rowOf(shop, 'outbox', { id })))) {
    const page = pageOf(href);
    addresses.set(page.startsWith('/#/mail-confirm') ? `${kind} ${page}` : page, href);
  }
}

/** Opens a link as a program does that follows every link, and waits until the page needs nothing more. */
const openLink = async (href: string) => {
  const visitor = await lane.visit({ lang: 'en', device: 'phone' });
  await visitor.page.goto(href);
  await visitor.page.locator('h1').waitFor();
  await visitor.page.waitForLoadState('networkidle');
  return visitor;
};

it('a program that opens every link of every mail changes nothing', async () => {
  expect(addresses.size).toBe(6);
  const before = await tables();
  for (const href of addresses.values()) await openLink(href);
  expect(await tables()).toEqual(before);
});

it('the link of an invitation has its effect after one press of Enter, also on a page that was loaded again', async () => {
  const { page, at, control } = await openLink(addresses.get('invited /#/mail-confirm?token=:token') ?? '');
  await at('mail-confirm');
  await page.reload();
  await at('mail-confirm');
  await expect.poll(() => control('mail.confirm').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await at('purchase.payment.choosing');
  const { order_id } = await rowOf(shop, 'outbox', { id: mails.invited });
  const { status, confirmed_mail, customer } = await rowOf(shop, 'orders', { id: order_id ?? '' });
  expect({ status, confirmed_mail }).toEqual({ status: 'open', confirmed_mail: customer?.email });
});
