import { describe, expect, it } from 'vitest';
import { ticketOf } from '#test/api/kit/holder.ts';
import { openFixture } from './kit/fixture.ts';
import { cut, readCaches, waitUntilCached, workersIn } from './kit/offline.ts';
import { bought } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';

const { shop, lane } = await openFixture({ env: 'staging' });

const link = (token: string) => `${lane.url}/tickets/?lang=en#/id/${token}`;

const openTicket = async ({ page, at }: Visitor, token: string): Promise<void> => {
  await page.goto(link(token));
  await at('ticket.showing');
};

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
