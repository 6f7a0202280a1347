import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { forwardTo, startServer } from '#test/api/kit/process.ts';
import { exampleSites, settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { audit } from './kit/auditors.ts';
import { meter } from './kit/cost.ts';
import { openFixture } from './kit/fixture.ts';
import { payBy } from './kit/pay.ts';
import { readAt, rootOf, soldAt, toPaymentAt } from './kit/site-walk.ts';
import { createVisitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const builtPage = new URL('../../dist/client/index.html', import.meta.url);

/** A purchase and a ticket on every site, rotating languages and sale types. */
const origins: string[] = [];
const { shop, lane } = await openFixture({ sites: exampleSites(siteCodes, { borderless: { origins } }) });

/** A phone and a wide window; CI alternates between them. */
const devicesOf = (index: number): ('phone' | 'desktop')[] =>
  process.env.FULL ? ['phone', 'desktop'] : index % 2 === 0 ? ['desktop'] : ['phone'];

/** The link in the mail about the newest order. */
const ticketLink = async (): Promise<string> => {
  const newest = shop.db.selectFrom('tickets').select('id').orderBy('created_at', 'desc').limit(1);
  const { id } = await newest.executeTakeFirstOrThrow();
  return `#/id/${shop.deps.tokens.token('reservation', id)}`;
};

/** In CI three of the sites, drawn. */
const rows = siteCodes.map((site, index) => ({ site, lang: langs[index % langs.length] ?? 'ja', index }));
const groups = [0, 1, 2].map((group) => rows.filter(({ index }) => index % 3 === group));

describe.each(sampled('sites', groups))('$site in $lang', ({ site, lang, index }) => {
  it('opens a page without axe findings and layout shifts', async () => {
    for (const device of devicesOf(index)) {
      const { page } = await lane.visit({ device });
      const costOf = await meter(page);
      await page.goto(`${rootOf(shop, site)}/?lang=${lang}`);
      await page.locator('h1').waitFor();
      expect((await costOf(site)).own).toBeLessThanOrEqual(0.02);
      expect((await audit(page)).violations).toEqual([]);
      const drawn = (img: Element) => img instanceof HTMLImageElement && img.naturalWidth > 0;
      expect(await page.locator('.logo img').evaluate(drawn), 'the logo is drawn').toBe(true);
    }
  });

  it('sells a ticket and shows it', async () => {
    const settings = settingsOf(site);
    const visitor = await lane.visit({ device: index % 2 === 0 ? 'phone' : 'desktop' });
    const { page, at } = visitor;
    const place = { site, lang };
    const before = await lane.charges();
    const sold = await soldAt(shop, place);
    await toPaymentAt(visitor, shop, place, sold[index % sold.length]);
    expect((await page.title()).split(' · ').at(-1)).toBe(settings.title[lang]);
    const all = await readAt(shop, place, 'getPaymentMethods');
    expect(settings.methods).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
    // of those with one name a visitor has the first
    const offered = all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at).map(({ id }) => id);
    const methods = ['stripe_secure', 'stripe', 'softbank_credit', 'gmo'] as const;
    const method = methods.find((one) => offered.includes(one));
    await payBy(visitor, method ?? 'free');
    await at('purchase.complete');
    expect(await page.locator('[data-key="reservation-number"]').first().textContent()).toMatch(/-/);
    expect(await lane.charges()).toBe(before + 1);
    if (settings.goToTicketButton) await visitor.click('page.requested.ticket');
    else await page.goto(`${rootOf(shop, site)}/${await ticketLink()}`);
    await at('ticket');
    const code = page.locator('svg.qr').first();
    await code.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const { y = 0, height = 0, width = 0 } = (await code.boundingBox()) ?? {};
    expect(width).toBeGreaterThanOrEqual(240);
    // without scrolling on a small phone
    if (index % 2 === 0) expect(y + height).toBeLessThanOrEqual(664);
    expect((await page.title()).split(' · ').at(-1)).toBe(settings.title[lang]);
    expect(await page.locator('.ticket-help').count()).toBe(settings.ticketHelp ? 1 : 0);
    expect(visitor.faults()).toEqual([]);
  });
});

it('sells by a page on a host that has no API, at an origin that the site names', async () => {
  const settings = { ...settingsOf('borderless'), api: `${shop.url}/api/v1` };
  const passOn = forwardTo(shop.url, (headers) => headers);
  const front = await startServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', shop.url);
    if (pathname === '/') reply.setHeader('content-type', 'text/html').end(readFileSync(builtPage));
    else if (pathname === '/sites/borderless.json') reply.end(JSON.stringify(settings));
    else if (pathname.includes('/api/')) reply.writeHead(404).end();
    else passOn(request, reply);
  });
  origins.push(front.url);
  const visitor = createVisitor((await lane.visit()).page, front.url, 'ja');
  const before = await lane.charges();
  await walk.toComplete(visitor);
  expect([new URL(visitor.page.url()).origin, await lane.charges()]).toEqual([front.url, before + 1]);
  expect(visitor.faults()).toEqual([]);
  await front.close();
});
