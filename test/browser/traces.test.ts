import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { orderToken } from './kit/failure.ts';
import { openFixture } from './kit/fixture.ts';
import { payBy } from './kit/pay.ts';
import { rootOf, toPaymentAt } from './kit/site-walk.ts';
import { readStoredState } from './kit/stored.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/**
 * What a purchase leaves in storage, titles, referrers and the tag manager (docs/product.md#completion,
 * docs/product.md#tracking-events).
 */
const { shop, lane } = await openFixture();

const code = 'LIGHT500';

describe('the storage after a completion', () => {
  it('contains no order, customer, payment or coupon, only what was bought', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toPayment(visitor);
    await visitor.fill('coupon', code);
    await visitor.click('coupon.apply');
    await visitor.control('coupon.remove').waitFor();
    const token = await orderToken(visitor);
    await walk.payWith(visitor);
    const before = JSON.stringify(await visitor.stored());
    const secrets = [token, customer.fullname, customer.email, customer.phone, '4242', code];
    for (const secret of secrets) expect(before, 'stored until then').toContain(secret);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    const after = JSON.stringify(await visitor.stored());
    for (const secret of secrets) expect(after).not.toContain(secret);
    expect((await readStoredState(visitor, 'purchase'))?.context).toMatchObject({
      ...{ token: null, customer: null, drafts: {}, method: null, payment: null },
      ...{ choice: { product: null, lines: [] }, order: { customer_info: null, payment_method: null } },
      completion: { reservation_number: expect.any(String) },
    });
    await visitor.page.reload();
    await visitor.at('purchase.complete');
    expect(await visitor.page.locator('main').textContent()).toContain('−¥500');
  });
});

/** A visitor who consents on a site with a container; requests to other hosts are recorded with their referrer. */
const measured = async (site: 'lab-exhibition' | 'mori') => {
  const visitor = await lane.visit({
    lang: 'en',
    init: `localStorage.setItem('ticket-store:${site}:consent', 'granted')`,
  });
  const outside: string[] = [];
  visitor.page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(shop.url).origin)
      outside.push(`${request.url()} ${request.headers().referer ?? ''}`);
  });
  await toPaymentAt(visitor, shop, { site, lang: 'en' });
  return { visitor, outside };
};

/** Everything that the tag manager received on this page. */
const readPushes = async ({ page }: Visitor): Promise<unknown[]> => {
  await page.waitForFunction(() => Reflect.has(window, '__tagManager'));
  return page.evaluate(() => Reflect.get(window, '__tagManager').pushes);
};
const count = (pushes: readonly unknown[], event: string): number =>
  pushes.filter((entry) => typeof entry === 'object' && entry !== null && 'event' in entry && entry.event === event)
    .length;

describe('a purchase that is open in two tabs', () => {
  it('is reported once, and its ticket once in the tab that paid', async () => {
    const { visitor } = await measured('lab-exhibition');
    await walk.payWith(visitor);
    const twin = await visitor.twin();
    await twin.at('purchase.confirm');
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    // The other tab notices it when it comes to the front.
    await twin.page.bringToFront();
    await twin.at('purchase.complete');
    const both = [...(await readPushes(visitor)), ...(await readPushes(twin))];
    expect([count(both, 'conversion'), count(both, 'completion-log')]).toEqual([1, 1]);
    /* Both tabs are of the browser that paid, so both have the ticket. */
    expect(await twin.control('page.requested.ticket').count()).toBe(1);
    await visitor.click('page.requested.ticket');
    await visitor.page.locator('svg.qr').first().waitFor();
    await visitor.page.reload();
    await visitor.page.locator('svg.qr').first().waitFor();
    expect(await visitor.page.evaluate(() => sessionStorage.getItem('ticket-store:lab-exhibition:told'))).toMatch(
      /^\["\w+"\]$/,
    );
    expect(count(await readPushes(visitor), 'ticket-log')).toBe(0);
  });
});

describe('tokens', () => {
  it('of mail links and tickets appear in no title, referrer or measured data', async () => {
    const { visitor, outside } = await measured('mori');
    const { page } = visitor;
    const titles = new Set<string>([await page.title()]);
    const orders = shop.db.selectFrom('orders').select('id').orderBy('created_at', 'desc').limit(1);
    const { id } = await orders.executeTakeFirstOrThrow();
    const links = shop.db.selectFrom('mail_links').select('id').where('order_id', '=', id);
    const { id: link } = await links.executeTakeFirstOrThrow();
    const pushes = await readPushes(visitor);
    const views = JSON.stringify(pushes);
    expect(views).toContain('"page_path":"/payment"');
    await payBy(visitor, 'stripe_secure');
    await visitor.at('purchase.complete');
    await visitor.click('page.requested.ticket');
    await page.locator('svg.qr').first().waitFor();
    titles.add(await page.title());
    const ticket = visitor.hash().split('/').at(-1) ?? '';
    const all = JSON.stringify([await readPushes(visitor), outside]) + [...titles].join();
    expect(all).toContain('"page_location"');
    expect(all).toContain('#/id/:token');
    for (const secret of [ticket, shop.deps.tokens.token('mail', link), shop.deps.tokens.token('order', id)]) {
      expect(secret.length).toBeGreaterThan(16);
      expect(all).not.toContain(secret);
    }
    const response = await page.request.get(rootOf(shop, 'mori'));
    expect(response.headers()['referrer-policy']).toBe('no-referrer');
    await page.evaluate((url) => location.assign(url), `${shop.url}/`);
    await page.waitForURL(`${shop.url}/**`);
    await visitor.at('purchase');
    expect(await page.evaluate(() => document.referrer)).toBe('');
  });
});
