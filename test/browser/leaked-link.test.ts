import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { shareTicket } from '#src/api/contract/tickets.ts';
import { newKey, slotAt } from '#test/api/kit/buyer.ts';
import { buyTicket, ticketOf } from '#test/api/kit/holder.ts';
import { letterTo, newAddress } from '#test/api/kit/mails.ts';
import { startOwnShop } from './kit/host.ts';
import { cut, keptIn, untilKept, workersIn } from './kit/kept.ts';
import { openLane } from './kit/lane.ts';
import { bought } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** What holders can do about a leaked link: replace it, or remove the ticket from a shared device. */
const shop = await startOwnShop({ env: 'staging' });
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

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

  it('is replaced by its holder: it shows no ticket any more, and the mailed one does', async () => {
    const { email, token } = await buy();
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, press, control } = visitor;
    await openTicket(visitor, token);
    await press('page.requested', 'revoke');
    await at('revoke.asking');
    const before = await page.locator('#main').innerText();
    for (const said of ['stop working at once', 'wallet', 'Printouts', `${email[0]}***@visitor.example`])
      expect(before).toContain(said);
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
    const letter = await letterTo(shop, email, 'ticket_reissued');
    await page.goto(new URL(new URL(letter.link?.href ?? '').hash, `${lane.url}/tickets/`).href);
    await at('ticket.showing');
    await page.locator('svg.qr').waitFor();
    expect(await newLinks(email)).toHaveLength(1);
    expect(visitor.faults().filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  it('is replaced once where the line was down meanwhile', async () => {
    const { email, token } = await buy();
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, press } = visitor;
    await openTicket(visitor, token);
    await press('page.requested', 'revoke');
    await at('revoke.asking');
    await page.context().setOffline(true);
    await press('revoke.submit');
    await page.getByRole('dialog').waitFor();
    await press('dialog.ok');
    await page.getByRole('status').filter({ hasText: 'could not confirm' }).waitFor();
    expect(await newLinks(email)).toHaveLength(0);
    await page.context().setOffline(false);
    await press('revoke.submit');
    await at('revoke.revoked');
    expect(await newLinks(email)).toHaveLength(1);
  });
});

describe('a ticket on a device that others use', () => {
  const forget = async ({ press, at }: Visitor): Promise<void> => {
    await press('ticket.forget');
    await press('dialog.ok');
    await at('forgotten');
  };
  const storedIn = async ({ page }: Visitor): Promise<string> =>
    `${await keptIn(page)} ${await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))}`;

  it('is forgotten: nothing of it is stored, and neither Back nor a reload shows it', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, press } = visitor;
    await openTicket(visitor, token);
    await untilKept(visitor);
    expect(await keptIn(page)).toContain(code);
    await press('page.requested', 'share');
    await at('share.showing');
    await press('page.requested', 'ticket');
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

  it('is forgotten without a network as well, and so is one that was shared', async () => {
    const params = { reservation_token: await bought(shop) };
    const { share_token } = await shop.ask(shareTicket, { params, key: newKey() });
    for (const [address, screen] of [
      [`/tickets/?lang=en#/id/${await bought(shop)}`, 'ticket'],
      [`/?lang=en#/tickets/shared/${share_token}`, 'shared'],
    ]) {
      const visitor = await lane.visit({ device: 'phone', lang: 'en' });
      const { page, at } = visitor;
      await page.goto(`${lane.url}${address}`);
      await at(`${screen}.showing`);
      await untilKept(visitor);
      await cut(visitor);
      await page.reload();
      await at(`${screen}.unreachable`);
      await page.locator('svg.qr').waitFor();
      await forget(visitor);
      await page.getByRole('heading', { level: 1, name: /forgotten on this device/ }).waitFor();
      expect(await keptIn(page)).not.toContain('entry_code');
      await page.reload().catch(() => undefined);
      expect(await page.locator('svg.qr').count()).toBe(0);
    }
  });

  it('is not on the page of the finished order either, nor in another tab', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, press } = visitor;
    await walk.toComplete(visitor);
    const number = await page.locator('.number').innerText();
    await press('page.requested', 'ticket');
    await at('ticket.showing');
    const other = await visitor.twin();
    await other.at('ticket.showing');
    await forget(visitor);
    await other.at('forgotten');
    await page.goBack();
    await at('purchase.order');
    expect(await page.locator('body').innerText()).not.toContain(number);
    expect(await storedIn(visitor)).not.toContain(number);
  });
});
