import { describe, expect, it } from 'vitest';
import { slotAt } from '#test/api/kit/buyer.ts';
import { buyTicket, ticketOf } from '#test/api/kit/holder.ts';
import { newAddress, renderLatestMail } from '#test/api/kit/mails.ts';
import { openFixture } from './kit/fixture.ts';
import { cut, readCaches, waitUntilCached, workersIn } from './kit/offline.ts';
import { bought } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';

/** What holders can do about a leaked link: replace it, or remove the ticket from a shared device. */
const { shop, lane } = await openFixture({ env: 'staging' });

const link = (token: string) => `${lane.url}/tickets/?lang=en#/id/${token}`;

const openTicket = async ({ page, at }: Visitor, token: string): Promise<void> => {
  await page.goto(link(token));
  await at('ticket.showing');
};

describe('a leaked link', () => {
  const buy = async () => {
    const email = newAddress();
    const { id } = await slotAt(shop, 2);
    return { email, token: (await buyTicket(shop, id, 2, 0, email)).params.reservation_token };
  };
  const newLinks = async (email: string) =>
    shop.db
      .selectFrom('outbox')
      .select('id')
      .where('address', '=', email)
      .where('kind', '=', 'ticket_reissued')
      .execute();

  it('replaced by the holder no longer shows the ticket, but the mailed link does', async () => {
    const { email, token } = await buy();
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, click, control } = visitor;
    await openTicket(visitor, token);
    await click('page.requested.revoke');
    await at('revoke.asking');
    const before = await page.locator('#main').innerText();
    for (const text of ['stop working at once', 'wallet', 'Printouts', `${email[0]}***@visitor.example`])
      expect(before).toContain(text);
    await control('revoke.submit').dblclick();
    await at('revoke.revoked');
    await page
      .getByRole('status')
      .filter({ hasText: `${email[0]}***@visitor.example` })
      .waitFor();
    expect(await newLinks(email)).toHaveLength(1);

    await control('language.choose').selectOption('kr');
    await page.locator('html[lang="ko"]').waitFor();
    await at('revoke.revoked');
    await page.getByRole('status').filter({ hasText: '***@visitor.example' }).waitFor();
    await page.reload();
    await at('revoke.revoked');
    await page.goBack();
    await at('ticket.missing');

    await page.goto(link(token));
    await at('ticket.missing');
    expect(await page.getByRole('alert').innerText()).toContain('no longer valid');
    expect(await page.locator('svg.qr').count()).toBe(0);
    const mail = await renderLatestMail(shop, email, 'ticket_reissued');
    await page.goto(new URL(new URL(mail.link?.href ?? '').hash, `${lane.url}/tickets/`).href);
    await at('ticket.showing');
    await page.locator('svg.qr').waitFor();
    expect(await newLinks(email)).toHaveLength(1);
    expect(visitor.faults().filter((fault) => !fault.includes('404'))).toEqual([]);
  });
});

describe('a ticket on a shared device', () => {
  const forget = async ({ click, at }: Visitor): Promise<void> => {
    await click('ticket.forget');
    await click('dialog.ok');
    await at('forgotten');
  };
  const storedIn = async ({ page }: Visitor): Promise<string> =>
    `${await readCaches(page)} ${await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))}`;

  it('can be removed: nothing of it stays stored, and neither Back nor a reload shows it', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, click } = visitor;
    await openTicket(visitor, token);
    await waitUntilCached(visitor);
    expect(await readCaches(page)).toContain(code);
    await click('page.requested.share');
    await at('share.showing');
    await click('page.requested.ticket');
    await at('ticket.showing');
    await forget(visitor);
    expect(page.url()).not.toContain(token);
    expect(await workersIn(page)).toBe(0);
    const stored = await storedIn(visitor);
    for (const secret of [code, token, 'entry_code']) expect(stored).not.toContain(secret);

    await page.reload();
    await at('forgotten');
    for (let step = 0; step < 2; step += 1) {
      await page.goBack();
      await at('forgotten');
      expect(page.url()).not.toContain(token);
    }
    expect(await storedIn(visitor)).not.toContain(code);

    await cut(visitor);
    await page.reload().catch(() => undefined);
    expect(await page.locator('svg.qr').count()).toBe(0);
    await page.goto(link(token)).catch(() => undefined);
    expect(await page.locator('svg.qr').count()).toBe(0);

    await page.context().setOffline(false);
    await page.goto('about:blank');
    await openTicket(visitor, token);
    await page.reload();
    await at('ticket.showing');
  });
});
