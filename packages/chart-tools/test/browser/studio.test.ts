import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from 'playwright-core';
import { machines } from 'ticket-store/machines/index.ts';
import { langs } from 'ticket-store/src/domain/lang.ts';
import { customer, timed, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import { temporaryFolder } from 'ticket-store/test/api/kit/process.ts';
import { type Lane, openLane } from 'ticket-store/test/browser/kit/lane.ts';
import { controlSelector } from 'ticket-store/test/browser/kit/visitor.ts';
import { cards, showMonthOf, typeCard } from 'ticket-store/test/browser/kit/walk.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStudio, type Studio } from '../../studio/studio.ts';

const { folder: gallery, remove } = temporaryFolder();
const picture = fileURLToPath(
  new URL('../../../../test/gallery/references/payment.card--borderless--ja--phone.png', import.meta.url),
);
let studio: Studio;
let lane: Lane;
beforeAll(async () => {
  for (const lang of langs) cpSync(picture, join(gallery, `payment.card--borderless--${lang}--phone.png`));
  studio = await openStudio(0, gallery);
  // The shop starts with the first request.
  await fetch(studio.url);
  lane = await openLane({ url: studio.url, sandboxUrl: studio.url, close: studio.close });
});
afterAll(async () => {
  await lane?.close();
  remove();
});

/** Opens the chart viewer with the shop beside it. */
const openCharts = async () => {
  const visitor = await lane.visit({ lang: 'en', context: { viewport: { width: 1440, height: 900 } } });
  await visitor.page.goto(`${lane.url}/charts/`);
  await visitor.page.locator('body[data-arrived]').waitFor();
  await visitor.page.locator('#source').selectOption('running');
  return { page: visitor.page, faults: visitor.faults, shop: visitor.page.frameLocator('#shop') };
};

const click = (shop: FrameLocator, event: string, key?: string) =>
  shop.locator(controlSelector(event, key)).filter({ visible: true }).first().click();
const at = (shop: FrameLocator, state: string) => shop.locator(`html[data-state^="${state}"]`).waitFor();

/** Goes to the payment step. */
const toPayment = async (shop: FrameLocator): Promise<void> => {
  await at(shop, 'purchase.order.choosing');
  await click(shop, 'product.choose', timed);
  // a month without free days is left by the calendar itself
  await at(shop, 'purchase.order.choosing');
  await showMonthOf(shop, tomorrow, (event, key) => click(shop, event, key));
  await click(shop, 'day.choose', tomorrow);
  await shop.locator('[data-stock="plenty"] [data-event="timespan.choose"]').first().click();
  await shop.locator('[name="admission-adult"]').fill('1');
  await click(shop, 'order.submit');
  await at(shop, 'purchase.sign-in.editing');
  for (const name of ['fullname', 'email', 'phone'] as const)
    await shop.locator(`[name="${name}"]`).fill(customer[name]);
  await shop.locator('[name="email_confirm"]').fill(customer.email);
  await click(shop, 'customer.submit');
  await at(shop, 'purchase.payment.choosing');
};

const lit = (page: Page, id: string) => page.locator(`#canvas .live[data-state="${id}"]`);
const transitionLabel = (page: Page, id: string) => page.locator(`#canvas [data-transition="${id}"]`);

describe('the chart viewer', () => {
  it('highlights the current state and the path to it, and describes states and transitions', async () => {
    const { page, shop, faults } = await openCharts();
    await lit(page, 'order.choosing').waitFor();
    await at(shop, 'purchase.order.choosing');
    await toPayment(shop);
    await lit(page, 'payment.choosing').waitFor();
    expect(await page.locator('#path').textContent()).toBe('app › purchase › payment › choosing');
    expect(await page.locator('#tree [data-chart="purchase"] > a small').textContent()).toBe('payment');
    expect(await page.locator('#events .visitor code').first().textContent()).toBe('customer.submit');

    await page
      .locator('#tree')
      .getByRole('link', { name: /^purchase/ })
      .click();
    await lit(page, 'purchase.payment').waitFor();
    await page.locator('#canvas .taken[data-transition="purchase.sign-in.saving | done(putCustomer) [1]"]').waitFor();
    await page.locator('#canvas .taken[data-transition="purchase.order | done(order) [3]"]').waitFor();

    await page.locator('#follow').uncheck();
    await page.locator('#follow').check();
    await lit(page, 'payment.choosing').locator('.name').click();
    const details = page.locator('#details');
    await details.getByText(machines.payment.states.choosing?.description ?? '').waitFor();
    await details
      .getByRole('button', { name: /^payment\.card in / })
      .first()
      .waitFor();
    expect(await details.locator('.pictures button').count()).toBe(langs.length);
    await details.getByRole('button', { name: 'payment.card in kr, larger' }).click();
    expect(await page.locator('#large img').count()).toBe(langs.length);
    expect(
      await page
        .locator('#large img')
        .first()
        .evaluate((seen: HTMLImageElement) => seen.decode().then(() => seen.naturalWidth)),
    ).toBeGreaterThan(0);
    await page.keyboard.press('Escape');

    await transitionLabel(page, 'payment.choosing | payment.submit [0]').click();
    await details.getByText('On payment.submit, if “has method” is true: it goes to tokenising.').waitFor();
    await details.getByText('Review your order').waitFor();
    expect(faults()).toEqual([]);
  });

  it('records a purchase in the shop without personal data, and replays it to the same screen', async () => {
    const { page, shop, faults } = await openCharts();
    await toPayment(shop);
    await click(shop, 'method.choose', 'stripe_secure');
    await typeCard(shop.frameLocator('iframe').first());
    await click(shop, 'payment.submit');
    await at(shop, 'purchase.confirm');
    await click(shop, 'checkout.submit');
    await at(shop, 'purchase.complete');
    const shown = async () => ({
      state: await shop.locator('html').getAttribute('data-state'),
      heading: await shop.getByRole('heading', { level: 1 }).textContent(),
    });
    const inShop = await shown();
    const link = await shop.getByRole('link', { name: 'Show my ticket' }).getAttribute('href');
    const token = link?.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(20);

    await page.locator('#take summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the visit' }).click(),
    ]);
    const visit = readFileSync(await download.path(), 'utf8');
    const { fullname, email, phone } = customer;
    for (const secret of [fullname, email, phone, cards.good.slice(-4), token]) expect(visit).not.toContain(secret);
    expect(visit).not.toMatch(/[0-9a-f]{16}|@|\d{9}/i);

    const file = { name: 'visit.json', mimeType: 'application/json', buffer: Buffer.from(visit) };
    await page.getByLabel('A saved visit').setInputFiles(file);
    const replay = page.locator('#replay').getByText(/^Replayed/);
    await replay.waitFor();
    expect(await replay.textContent()).toMatch(/^Replayed: \d+ events$/);
    await at(shop, 'purchase.complete');
    expect(await page.locator('#source').inputValue()).toBe('simulated');
    expect(await shown()).toEqual(inShop);
    expect(faults()).toEqual([]);
  });

  it('stops following on request, zooms by keys, and offers the chart as a file', async () => {
    const { page, shop } = await openCharts();
    await lit(page, 'order.choosing').waitFor();
    await page.locator('#follow').uncheck();
    await at(shop, 'purchase.order.choosing');
    await shop.locator('footer a[href$="#/terms"]').click();
    await at(shop, 'terms');
    await page.locator('#tree [data-chart="app"] > a small').getByText('terms').waitFor();
    expect(await page.locator('#canvas svg').getAttribute('data-chart')).toBe('order');
    await page.locator('#follow').check();
    await lit(page, 'app.terms').waitFor();

    const place = () => page.locator('#canvas svg').evaluate(({ style }: SVGSVGElement) => style.transform);
    await page.locator('#canvas').press('0');
    const whole = await place();
    await page.locator('#canvas').press('+');
    expect(await place()).not.toBe(whole);
    await page.locator('#canvas').press('ArrowLeft');
    await page.locator('#canvas').press('0');
    expect(await place()).toBe(whole);
    const file = await page.request.get(`${lane.url}/charts/files/mermaid/purchase.mmd`);
    expect(await file.text()).toContain('stateDiagram-v2');
    expect(file.headers()['content-disposition']).toContain('purchase.mmd');
  });
});
