import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openCharts } from './kit.ts';

const { url, page, faults, open } = await openCharts();
const standsIn = (state: string) => page.frameLocator('#shop').locator(`html[data-state^="${state}"]`).waitFor();
const search = () => page.getByRole('searchbox', { name: 'Search states, events and texts on screens' });

describe('the search', () => {
  it('finds a state, an event, and a text on a screen in any language, goes there, and keeps the focus', async () => {
    await open('purchase?site=borderless&lang=kr');
    await page.keyboard.press('/');
    await page.keyboard.type('sign-in.editing');
    await page.keyboard.press('Enter');
    await standsIn('purchase.sign-in.editing');

    await search().fill('예매 내역 확인');
    await search().fill('결제 결과를');
    await page.locator('#search li').filter({ hasText: 'payment-callback' }).first().click();
    await standsIn('purchase.checkout');

    await search().fill('coupon.apply');
    await page.locator('#search button.event').first().click();
    await page.locator('#canvas svg[data-chart="coupon"] .chosen[data-transition]').waitFor();
    expect(await search().evaluate((field) => field === document.activeElement)).toBe(true);
    await search().fill('nothing of this kind');
    await page.getByText('Nothing is called so.').waitFor();
    expect(await page.locator('#search button').count()).toBe(0);
    expect(faults()).toEqual([]);
  });
});

describe('the notes', () => {
  it('stand beside what is known of their state', async () => {
    await open('purchase.confirm?site=borderless&lang=en');
    await page.locator('#details .note').getByText('Nothing has been charged yet.').waitFor();
    await open('purchase.error?site=borderless&lang=en');
    expect(await page.locator('#details .note').count()).toBe(0);
  });
});

describe('the screens of a chart', () => {
  it('stand side by side in one language, without those that the site never shows', async () => {
    await open('inquiry?site=mori&lang=kr');
    await page.getByRole('button', { name: 'Screens', exact: true }).click();
    await page.locator('[data-strip]').last().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('[data-strip]')].every(({ dataset }) => dataset.arrived !== undefined),
    );
    const strip = page.locator('[data-strip]');
    expect(await strip.count()).toBeGreaterThan(2);
    for (const frame of await strip.locator('iframe').all())
      expect(await frame.contentFrame().locator('html').getAttribute('lang')).toBe('ko');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#app').isVisible()).toBe(false);
    expect(await strip.first().isVisible()).toBe(true);
    await page.emulateMedia({ media: null });

    await page.locator('#tree a[href="#purchase"]').click();
    await page.locator('[data-strip="purchase.payment"][data-arrived]').waitFor();
    await page.locator('#site').selectOption('nishinippon-event01');
    await page.locator('[data-strip="purchase.payment"][data-arrived]').waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('[data-strip]')].every(({ dataset }) => dataset.arrived !== undefined),
    );
    expect(await page.locator('[data-strip="purchase.order"]').count()).toBe(0);
    expect(faults()).toEqual([]);
  });
});

describe('two revisions', () => {
  it('stand side by side with what changed, and a revision that git does not know is refused', async () => {
    await open('purchase?site=borderless&lang=en');
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    await page.getByLabel('Earlier revision').fill('HEAD');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .locator('.changes')
      .getByText(/^No chart has changed since HEAD|^HEAD$/)
      .first()
      .waitFor();
    await page.getByLabel('Earlier revision').fill('no-such-revision');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('alert').filter({ hasText: 'There is no revision "no-such-revision".' }).waitFor();
    expect(await page.locator('.changes svg').count()).toBe(0);
    const changes = `${url}/charts/changes/HEAD`;
    const fromElsewhere = await page.request.get(changes, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(fromElsewhere.status()).toBe(403);
  });
});

describe('the address', () => {
  const drawing = () => page.locator('#canvas svg').evaluate(({ style }: SVGSVGElement) => style.transform);
  /** Opens the page's own address in a page of its own, as somebody does who was sent the link. */
  const openLink = async (): Promise<void> => open(new URL(page.url()).hash.slice(1));
  const hash = (part: RegExp) => page.waitForURL(({ hash: own }) => part.test(decodeURIComponent(own)));

  it('says which chart is open and which part of it is seen', async () => {
    await open('purchase.payment?site=mori&lang=kr');
    await page.locator('#tree a[href="#hold"]').click();
    await page.locator('#canvas svg[data-chart="hold"]').waitFor();
    await hash(/chart=hold$/);
    await page.locator('#canvas').press('+');
    await page.locator('#canvas').press('ArrowLeft');
    await hash(/part=-?\d+,-?\d+,[\d.]+$/);
    const seen = await drawing();
    await openLink();
    await standsIn('purchase.payment');
    expect(await page.locator('#canvas svg').getAttribute('data-chart')).toBe('hold');
    const numbers = (text: string) => text.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [was, is] = [numbers(seen), numbers(await drawing())];
    expect(is).toHaveLength(3);
    for (const [at, number] of is.entries()) expect(Math.abs(number - (was[at] ?? 0))).toBeLessThan(3);
    await page.locator('#fit').click();
    await hash(/chart=hold$/);
  });

  it('says in words what it names in vain, and shows the rest', async () => {
    const notice = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    await open('purchase.payment?site=nowhere&lang=xx');
    await notice('There is no site “nowhere”; this is borderless. There is no language “xx”; this is en.');
    await standsIn('purchase.payment');
    await open('purchase.sign-in?site=borderless&lang=en&do=purchase.confirm+%7C+checkout.submit+%5B0%5D');
    await notice('1 of the address’s events cannot happen here.');
    await standsIn('purchase.sign-in');
    await open('order.opening?site=borderless&lang=en');
    await notice('order.opening is left at once; this is where it leads.');
    await open('purchase.nonsense?site=borderless&lang=en');
    await notice('There is no state or transition “purchase.nonsense”; this is purchase.');
    await page.locator('#lang').selectOption('kr');
    await page.locator('body[data-arrived="purchase"]').waitFor();
    await page.locator('#missing').waitFor({ state: 'hidden' });
    expect(faults()).toEqual([]);
  });

  it('says whether screens or changes are shown, and since when', async () => {
    await open('signage?site=mori&lang=kr');
    await page.getByRole('button', { name: 'Screens', exact: true }).click();
    await openLink();
    await page.locator('[data-strip="signage.showing"]').waitFor();
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    await page.getByLabel('Earlier revision').fill('HEAD');
    await page.getByRole('button', { name: 'Compare' }).click();
    await hash(/since=HEAD$/);
    await openLink();
    await page
      .getByText(/^No chart has changed since HEAD|^HEAD$/)
      .first()
      .waitFor();
    expect(await page.getByLabel('Earlier revision').inputValue()).toBe('HEAD');
    expect(faults()).toEqual([]);
  });
});

describe('a visit', () => {
  it('is saved without what was typed, replayed, and becomes a test and a picture', async () => {
    await open('purchase.sign-in?site=borderless&lang=en');
    const arrow = (id: string) => page.locator(`#canvas [data-transition="${id}"]`).click();
    await arrow('purchase.sign-in.editing | customer.submit [1]');
    await standsIn('purchase.sign-in.saving');
    await arrow('purchase.sign-in.saving | done(putCustomer) [1]');
    await standsIn('purchase.payment.choosing');
    await page.locator('#take summary').click();
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    const visit = await saved('Save the visit');
    expect(visit).toContain('purchase.sign-in.saving | done(putCustomer) [1]');
    expect(visit).not.toMatch(/hanako|@|0312345678/i);
    expect(await saved('Picture')).toContain('<svg');
    const written = await saved('Visit as a test');
    expect(written).toContain("does('customer.submit'");
    expect(written).toContain("at('purchase.payment.choosing')");
    const spec = await saved('Visit for Playwright');
    expect(spec).toContain("import { type Page, type Request, type Route, test } from '@playwright/test';");
    expect(spec).toContain("await visitor.click('customer.submit');");
    expect(spec).toContain("await visitor.at('purchase.payment.choosing');");

    await open('app?site=mori&lang=kr');
    await page.locator('#take summary').click();
    const input = page.getByLabel('A saved visit');
    await input.setInputFiles({ name: 'visit.json', mimeType: 'application/json', buffer: Buffer.from(visit) });
    await page
      .locator('#replay')
      .getByText(/^Replayed: \d+ events$/)
      .waitFor();
    await standsIn('purchase.payment.choosing');
    expect(await page.locator('#site').inputValue()).toBe('borderless');

    await input.setInputFiles({ name: 'visit.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await page.getByText('This file is no visit: it has no steps').waitFor();
    expect(faults()).toEqual([]);
  });
});
