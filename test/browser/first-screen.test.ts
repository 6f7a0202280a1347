import { brotliCompressSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
import { sellToday } from '#test/api/kit/arrange.ts';
import { timed } from '#test/api/kit/buyer.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { openHeld } from './kit/held.ts';
import { rootOf } from './kit/site-walk.ts';
import { buyThree } from './kit/ticket.ts';
import { timesOfDay } from './kit/walk.ts';

/** The first screen as the server sends it, and how the page takes it over (docs/architecture.md#first-screen). */
const { shop, lane } = await openFixture();

const pairs = siteCodes.flatMap((site) => langs.map((lang): [string, Lang] => [site, lang]));
/** Drawn: five pairs whose page is requested. */
const groups = [0, 1, 2, 3, 4].map((group) => pairs.filter((_, index) => index % 5 === group));

/** Elements, and boxes before and after them, whose look a style sheet changes. */
const changedBy = (sheet: Element): string[] => {
  const parts = [...document.querySelectorAll('#root *')].flatMap((element) =>
    ['', '::before', '::after'].map((part) => ({ element, part })),
  );
  const styles = () =>
    parts.map(({ element, part }) => {
      const style = getComputedStyle(element, part);
      const isThere = part === '' || style.content !== 'none';
      return isThere ? Array.from(style, (name) => style.getPropertyValue(name)).join() : '';
    });
  const before = styles();
  sheet.replaceWith('');
  const after = styles();
  document.querySelector('#root')?.after(sheet);
  return parts
    .filter((_, index) => before[index] !== after[index])
    .map(({ element, part }) => `${element.tagName} ${element.className}${part}`);
};

it.each(sampled('styles in front of the markup', [pairs]))(
  'the first screen of %s in %s needs no style that stands behind it',
  async (site, lang) => {
    const { page } = await openHeld(lane, `${rootOf(shop, site)}/?lang=${lang}`);
    // hidden until the app loads late
    await page.locator('#opening').evaluate((element) => element.remove());
    // by styles alone, before any script runs
    const [card] = await page.locator('[data-event="product.choose"]').all();
    await card?.check();
    for (const width of [412, 1200]) {
      await page.setViewportSize({ width, height: 823 });
      expect(await page.locator('#root + style').evaluate(changedBy)).toEqual([]);
    }
  },
);

const store = (key: string, value: unknown) =>
  `sessionStorage.setItem('ticket-store:${key}', ${JSON.stringify(JSON.stringify(value))});`;

describe('the page of a ticket', () => {
  it('shows its code where the frame was, also in the tab of its purchase', async () => {
    const token = await buyThree(shop);
    const init = store('borderless', {}) + store('borderless:order', { token: 't', savedAt: 0 });
    const { page, faults, release } = await openHeld(lane, `/tickets/#/id/${token}`, init);
    const top = () => page.locator('.ticket').evaluate((element) => element.getBoundingClientRect().top);
    const heading = await page.locator('h1').elementHandle();
    const before = await top();
    await release();
    await page.locator('svg.qr').waitFor();
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await top()).toBe(before);
    expect(faults()).toEqual([]);
  });

  it('keeps the language that is chosen before the scripts have come, and that of a page opened offline', async () => {
    const { page, control, release } = await openHeld(lane, '/tickets/#/id/none');
    await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'ja'));
    await control('language.choose').selectOption('en');
    expect(await page.locator('html').getAttribute('data-kept')).toBe('ja');
    await page.evaluate(() => document.documentElement.removeAttribute('data-kept'));
    await release().catch(() => undefined);
    await page.locator('html[lang="en"][data-state="ticket.missing"]').waitFor({ state: 'attached' });
  });
});

it.each(sampled('page sizes', groups))(
  'the page of %s in %s has at most 20 KiB, the next days and styles included',
  async (site, lang) => {
    const html = await (await fetch(`${rootOf(shop, site)}/?lang=${lang}`)).text();
    // the page of visitors with an invitation has none
    expect(html.includes('data-event="day.choose"')).toBe(html.includes('data-ahead='));
    const ofTickets = await (await fetch(`${rootOf(shop, site)}/tickets/?lang=${lang}`)).text();
    for (const page of [html, ofTickets]) expect(brotliCompressSync(page).length).toBeLessThanOrEqual(20 * 1024);
  },
);

/** Pages that turn out to be others than the server sent; two of them are drawn. */
const openings = [
  ['the address names another', '/#/terms', ''],
  ['it is a ticket', '/#/id/none', ''],
  ['the language behind the hash is another', '/#/order?lang=kr', ''],
  ['the tab has another language', '/', store('lang', 'kr')],
  ['the tab has a visit', '/', store('borderless', {})],
  ['the tab has an order', '/', store('borderless:order', { token: 't', savedAt: 0 })],
  ['the tab has a notice', '/', store('toast', { text: 'Notice' })],
  ['there is no link', '/tickets/', ''],
  ['the link is of a receipt', '/tickets/#/id/none/receipt', ''],
  ['the address is unknown', '/tickets/#/id/', ''],
  ['the tab of a ticket has another language', '/tickets/#/id/none', store('lang', 'kr')],
  ['the tab of a ticket has a notice', '/tickets/#/id/none', store('toast', { text: 'Notice' })],
  [
    'the ticket was removed from this device',
    '/tickets/#/id/none',
    "localStorage.setItem('ticket-store:forgotten:none', '1');",
  ],
] as const;

it.each(sampled('other screens', [openings.slice(0, 7), openings.slice(7)]))(
  'a page shows nothing before its screen, where %s',
  async (_name, path, init) => {
    const { page, release } = await openHeld(lane, path, init);
    const early = page.locator(path.startsWith('/tickets/') ? '.skeleton .ticket' : '#root h1');
    expect(await early.count()).toBe(1);
    expect(await early.isVisible()).toBe(false);
    await release();
    await page.locator('#root h1').waitFor();
  },
);

it.each([
  ['stored in the tab', '/', 'kr', 'ko'],
  ['of the address', '/?lang=en', 'kr', 'en'],
  ['of the address, behind the hash', '/#/order?lang=zh-hans', 'kr', 'zh-Hans'],
  ['of the site', '/', 'xx', 'ja'],
])('a page whose app has not loaded has the language %s', async (_name, path, stored, lang) => {
  const { page } = await lane.visit({ init: store('lang', stored) });
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(`${lane.url}${path}`, { waitUntil: 'domcontentloaded' });
  expect(await page.locator('html').getAttribute('lang')).toBe(lang);
});

it('another address that is asked for while its code loads is shown', async () => {
  const site = siteCodes.find((code) => settingsOf(code).isOnlyStartMailConfirm) ?? '';
  const { page, type, faults } = await lane.visit({ device: 'phone' });
  let go: () => unknown = () => undefined;
  const isRequested = new Promise<void>((requested) =>
    page.route('**/assets/purchase-pages-*.js', (route) => {
      go = () => route.continue();
      requested();
    }),
  );
  await page.goto(rootOf(shop, site), { waitUntil: 'commit' });
  await isRequested;
  await type('#/order');
  await go();
  await page.getByText('お探しのページは見つかりませんでした。').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  expect(faults()).toEqual([]);
});

it('without scripts says what it is, what it costs, where, and how to buy in another way', async () => {
  const context = await lane.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${lane.url}/?lang=en`);
  const text = await page.locator('body').innerText();
  const { exhibition } = settingsOf('borderless');
  const configurations = await shop.call('getConfigurations');
  for (const fact of [exhibition.name.en, exhibition.place.en, exhibition.openingHours.en, '3,800'])
    expect(text).toContain(fact);
  expect(text).toContain('Buying tickets here needs JavaScript.');
  expect(await page.locator('noscript a[href^="tel:"]').innerText()).toBe(configurations.contact_phone);
  expect(await page.locator('noscript a[href^="mailto:"]').innerText()).toBe(configurations.contact_mail);
  await page.goto(`${lane.url}/tickets/?lang=en#/id/none`);
  expect(await page.locator('.skeleton .ticket').isVisible()).toBe(false);
  expect(await page.locator('noscript a[href^="tel:"]').isVisible()).toBe(true);
});

/** Downloaded until the page has responded to a picked card and a pressed day (docs/architecture.md#size-budgets). */
const most = { requests: 6, scriptKiB: 132 };

it(`the second press is answered with at most ${most.requests} requests and ${most.scriptKiB} KiB of scripts`, async () => {
  // what is loaded ahead of the next screen is counted apart: one who saves data loads none
  const init = "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });";
  const { page, control } = await lane.visit({ device: 'phone', lang: 'en', init });
  const requested: string[] = [];
  const scripts: Response[] = [];
  page.on(
    'request',
    (request) => request.resourceType() !== 'image' && requested.push(new URL(request.url()).pathname),
  );
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  const day = await sellToday(shop);
  await page.goto(`${lane.url}/?lang=en`, { waitUntil: 'commit' });
  await control('product.choose', timed).check();
  await control('day.choose', day).click({ force: true });
  await page.locator(timesOfDay).first().waitFor();
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  console.log(`${requested.length} requests, ${(bytes / 1024).toFixed(1)} KiB of scripts: ${requested.join(' ')}`);
  expect(requested.length).toBeLessThanOrEqual(most.requests);
  expect(bytes / 1024).toBeLessThanOrEqual(most.scriptKiB);
});
