import { expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { readCatalogue } from '#test/house/messages.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import * as walk from './kit/walk.ts';

/** Outside development, ticket pages are below /tickets/ and all others at the site's root (docs/product.md#ticket-base). */
const { shop, lane } = await openFixture({ env: 'staging' });

const rows = [
  { path: '/#/id/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/tickets/#/order', base: '/', hash: '#/order', state: 'purchase.order' },
  { path: '/tickets/', base: '/', hash: '', state: 'purchase.order' },
  { path: '/tickets/#/id/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/tickets/#/tickets/none', base: '/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/tickets/#/tickets/share/none', base: '/', hash: '#/tickets/share/none', state: 'share' },
  { path: '/mifuneyama/#/id/none', base: '/mifuneyama/tickets/', hash: '#/id/none', state: 'ticket' },
  { path: '/mifuneyama/tickets/#/order', base: '/mifuneyama/', hash: '#/order', state: 'purchase.order' },
];

it.each(sampled('bases', [rows.slice(0, 4), rows.slice(4)]))(
  'in staging $path is shown at $base',
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

it('the link from the completion to the ticket changes the base path, and Back returns to the completion, which has no pay button', async () => {
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

it('every page says that it is a demo, also one without the app', async () => {
  const { page, open } = await lane.visit({ lang: 'en' });
  const { shell_demo = '', shell_demo_label = '' } = readCatalogue('en');
  const strip = page.getByRole('region', { name: shell_demo_label, exact: true });
  for (const hash of ['', '#/terms', '#/id/none', '#/signage/today-ticket-info', '#/nowhere']) {
    await open(hash);
    await strip.waitFor();
    expect(await strip.textContent()).toBe(shell_demo);
    expect(await strip.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  }
  await page.goto(`${shop.url}/nowhere`);
  expect(await page.locator('aside p').allTextContents()).toEqual(langs.map((lang) => readCatalogue(lang).shell_demo));
});
