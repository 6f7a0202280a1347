import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { openHeld as openHeldIn } from './kit/held.ts';
import { rootOf } from './kit/site-walk.ts';
import { bought } from './kit/ticket.ts';

/** The first screen as the server sends it, and how the page takes it over (docs/architecture.md#first-screen). */
const { shop, lane } = await openFixture();

const openHeld = (path: string, init?: string) => openHeldIn(lane, path, init);

/** The facts of the page that are compared; the consent banner appears later. */
const readPage = async (page: Page) => [
  await page.title(),
  await page.locator('html').getAttribute('lang'),
  ...(await page.locator('header, nav, main, footer').allInnerTexts()),
];

/** Facts about a site, from its settings. */
const sellerAt = async (site: string) => ({
  exhibition: settingsOf(site).exhibition,
  configurations: await shop.call('getConfigurations'),
});

const pairs = siteCodes.flatMap((site) => langs.map((lang): [string, Lang] => [site, lang]));
/** Drawn: two pairs whose page is taken over, one of them in Japanese, and a fifth of the pairs, whose page is only requested. */
const byLang = [pairs.filter(([, lang]) => lang === 'ja'), pairs.filter(([, lang]) => lang !== 'ja')];
/** Two groups, of each of which one row is drawn. */
const inTwo = <Row>(rows: readonly Row[]): Row[][] => [rows.slice(0, 3), rows.slice(3)];
const groups = Array.from({ length: pairs.length / 5 }, (_, index) => pairs.filter((__, at) => at % 14 === index));

describe('the first screen', () => {
  it.each(sampled('first screens', byLang))('of %s in %s is taken over without a difference', async (site, lang) => {
    const { page, faults, release } = await openHeld(`${rootOf(shop, site)}/?lang=${lang}`);
    const heading = await page.locator('h1').elementHandle();
    const before = await readPage(page);
    await release();
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await readPage(page)).toEqual(before);
    expect(faults).toEqual([]);
  });
});

/** What the page would show otherwise without a style: each element, or what stands before or after it. */
const changedBy = (sheet: Element): string[] => {
  const parts = [...document.querySelectorAll('#root *')].flatMap((element) =>
    ['', '::before', '::after'].map((part) => ({ element, part })),
  );
  const styles = () =>
    parts.map(({ element, part }) => {
      const style = getComputedStyle(element, part);
      return Array.from(style, (name) => style.getPropertyValue(name)).join();
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
    const { page } = await openHeld(`${rootOf(shop, site)}/?lang=${lang}`);
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
  const frame = '.skeleton .ticket';

  it.each(sampled('ticket pages', [pairs]))('of %s in %s is taken over without a difference', async (site, lang) => {
    const { page, faults, release } = await openHeld(`${rootOf(shop, site)}/tickets/?lang=${lang}#/id/none`);
    expect(await page.locator(frame).isVisible()).toBe(true);
    const parts = () => page.locator('header, nav, footer').allInnerTexts();
    const heading = await page.locator('h1').elementHandle();
    const before = [await page.title(), ...(await parts())];
    await release();
    await page.locator('html[data-state="ticket.missing"]').waitFor({ state: 'attached' });
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    expect([await page.title(), ...(await parts())]).toEqual(before);
    // the browser reports that there is no such ticket
    expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);
  });

  it('shows its code where the frame was, also in the tab of its purchase', async () => {
    const token = await bought(shop);
    const init = store('borderless', {}) + store('borderless:order', { token: 't', savedAt: 0 });
    const { page, faults, release } = await openHeld(`/tickets/#/id/${token}`, init);
    const top = () => page.locator('.ticket').evaluate((element) => element.getBoundingClientRect().top);
    const heading = await page.locator('h1').elementHandle();
    const before = await top();
    await release();
    await page.locator('svg.qr').waitFor();
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await top()).toBe(before);
    expect(faults).toEqual([]);
  });

  const others = [
    ['there is no link', '/tickets/', ''],
    ['the link is of a receipt', '/tickets/#/id/none/receipt', ''],
    ['the address is unknown', '/tickets/#/id/', ''],
    ['the tab has another language', '/tickets/#/id/none', store('lang', 'kr')],
    ['the tab has a notice', '/tickets/#/id/none', store('toast', { text: 'Notice' })],
    [
      'it was removed from this device',
      '/tickets/#/id/none',
      "localStorage.setItem('ticket-store:forgotten:none', '1');",
    ],
  ] as const;
  it.each(sampled('pages without a ticket', inTwo(others)))(
    'shows nothing before it, where %s',
    async (_name, path, init) => {
      const { page, release } = await openHeld(path, init);
      expect(await page.locator(frame).count()).toBe(1);
      expect(await page.locator(frame).isVisible()).toBe(false);
      await release();
      await page.locator('#root h1').waitFor();
    },
  );

  it('keeps the language that is chosen before the scripts have come, and that of a page opened offline', async () => {
    const { page, control, release } = await openHeld('/tickets/#/id/none');
    await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'ja'));
    await control('language.choose').selectOption('en');
    expect(await page.locator('html').getAttribute('data-kept')).toBe('ja');
    await page.evaluate(() => document.documentElement.removeAttribute('data-kept'));
    await release().catch(() => undefined);
    await page.locator('html[lang="en"][data-state="ticket.missing"]').waitFor({ state: 'attached' });
  });

  it('shows no frame without scripts, and whom to ask', async () => {
    const context = await lane.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${lane.url}/tickets/?lang=en#/id/none`);
    expect(await page.locator(frame).isVisible()).toBe(false);
    expect(await page.locator('noscript a[href^="tel:"]').isVisible()).toBe(true);
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

describe('a page that opens with another screen', () => {
  const openings = [
    ['the address names another', '/#/terms', ''],
    ['it is a ticket', '/#/id/none', ''],
    ['the language behind the hash is another', '/#/order?lang=kr', ''],
    ['the tab has another language', '/', store('lang', 'kr')],
    ['the tab has a visit', '/', store('borderless', {})],
    ['the tab has an order', '/', store('borderless:order', { token: 't', savedAt: 0 })],
    ['the tab has a notice', '/', store('toast', { text: 'Notice' })],
  ] as const;
  it.each(sampled('other screens', inTwo(openings)))('shows nothing before it: %s', async (_name, path, init) => {
    const { page, release } = await openHeld(path, init);
    expect(await page.locator('#root h1').count()).toBe(1);
    expect(await page.locator('#root h1').isVisible()).toBe(false);
    await release();
    await page.locator('#root h1').waitFor();
  });
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
  const { exhibition, configurations } = await sellerAt('borderless');
  for (const fact of [exhibition.name.en, exhibition.place.en, exhibition.openingHours.en, '3,800'])
    expect(text).toContain(fact);
  expect(text).toContain('Buying tickets here needs JavaScript.');
  expect(await page.locator('noscript a[href^="tel:"]').innerText()).toBe(configurations.contact_phone);
  expect(await page.locator('noscript a[href^="mailto:"]').innerText()).toBe(configurations.contact_mail);
});
