import { describe, expect, it } from 'vitest';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import * as walk from './kit/walk.ts';

/** Outside development, ticket pages are below /tickets/ and all others at the site's root (docs/product.md#ticket-base). */
const { lane } = await openFixture({ env: 'staging' });

const rows = [
  { path: '/#/id/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/tickets/#/order', base: '/', hash: '#/order', state: 'purchase.order' },
  { path: '/tickets/', base: '/', hash: '', state: 'purchase.order' },
  { path: '/tickets/#/id/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/#/tickets/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/tickets/#/tickets/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/#/id/none/receipt', base: '/tickets/', hash: '#/id/none/receipt', state: 'receipt' },
  { path: '/tickets/#/tickets/share/none', base: '/', hash: '#/tickets/share/none', state: 'share' },
  { path: '/tickets/#/tickets/shared/none', base: '/', hash: '#/tickets/shared/none', state: 'shared' },
  { path: '/mifuneyama/#/id/none', base: '/mifuneyama/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/mifuneyama/tickets/#/order', base: '/mifuneyama/', hash: '#/order', state: 'purchase.order' },
];

describe('in staging', () => {
  it.each(sampled('bases', [rows.slice(0, 4), rows.slice(4, 9), rows.slice(9)]))(
    '$path is shown at $base',
    async ({ path, base, hash, state }) => {
      const { page, at } = await lane.visit();
      await page.goto(lane.url + path);
      await page.waitForURL((url) => url.pathname === base);
      await at(state);
      expect(new URL(page.url()).hash.replace(/^#\/(?:order)?$/, '')).toBe(hash.replace(/^#\/(?:order)?$/, ''));
      expect(await page.locator('html').getAttribute('data-site')).toBe(
        base.startsWith('/mifuneyama') ? 'mifuneyama' : 'borderless',
      );
    },
  );

  it('opening a ticket does not lose a purchase in progress', async () => {
    const visitor = await lane.visit();
    await walk.toChosen(visitor);
    await visitor.type('#/id/none');
    await visitor.page.waitForURL((url) => url.pathname === '/tickets/');
    await visitor.at('ticket');
    await visitor.type('#/order');
    await visitor.page.waitForURL((url) => url.pathname === '/');
    await visitor.at('purchase.order.choosing');
    expect(await visitor.field('admission-child').inputValue()).toBe('1');
  });
});

describe('the link from the completion to the ticket', () => {
  it('changes the base path, and Back returns to the completion, which has no pay button', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const { page, at, click, control } = visitor;
    await walk.toComplete(visitor);
    const number = await page.locator('[data-key="reservation-number"]').first().textContent();
    const charged = await lane.charges();
    const expectOver = async () => {
      await at('purchase.complete');
      expect(new URL(page.url()).pathname).toBe('/');
      expect(visitor.hash()).toBe('#/complete');
      expect(await page.locator('[data-key="reservation-number"]').first().textContent()).toBe(number);
      expect(await page.locator('[data-event="checkout.submit"], [data-event="payment.submit"]').count()).toBe(0);
    };
    await click('page.requested.ticket');
    await page.waitForURL((url) => url.pathname === '/tickets/' && url.hash.startsWith('#/id/'));
    await at('ticket.showing');
    await page.locator('svg.qr').waitFor();
    expect(await page.locator('.ticket').innerText()).toContain(number);
    await page.goBack();
    await expectOver();
    await page.reload();
    await expectOver();
    await page.goForward();
    await page.waitForURL((url) => url.pathname === '/tickets/');
    await at('ticket.showing');
    await page.goBack();
    await expectOver();
    await page.goBack();
    await at('purchase');
    expect(await control('checkout.submit').count()).toBe(0);
    expect(await lane.charges()).toBe(charged);
    expect(visitor.faults()).toEqual([]);
  });
});
