import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sampled } from '#test/tools/sample.ts';
import { audit, isWide, smallTargets } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import { devices } from './kit/lane.ts';
import { bought, openTicketPage, type TicketPage, ticketPages } from './kit/ticket.ts';
import { unroll } from './kit/unroll.ts';
import { toComplete } from './kit/walk.ts';

/** Tickets, receipts and sharing in Chromium with the real server. */
const { shop, lane } = await openFixture();

const separateSite = 'nishinippon-exhibition03';

/** Created once for all languages. */
let pages: Promise<TicketPage[]> | undefined;

describe('every state of a ticket and its pages', () => {
  it.each(sampled('ticket pages', [['ja', 'en'] as const]))(
    'passes axe, fits 320 px, and has large enough touch targets in %s',
    async (lang) => {
      const faults: string[] = [];
      const visitor = await lane.visit({ lang });
      pages ??= ticketPages(shop, separateSite);
      for (const { name, state, texts, ...where } of await pages) {
        await openTicketPage(visitor, lane.url, where, lang);
        const { page } = visitor;
        if ((await visitor.state()) !== state) faults.push(`${name}: ${await visitor.state()}, not ${state}`);
        const text = await page.locator('#main').innerText();
        for (const expected of texts?.[lang] ?? [])
          if (!text.includes(expected)) faults.push(`${name} does not say ${expected}`);
        if ((await page.locator('h1').count()) !== 1) faults.push(`${name}: not one h1`);
        for (const size of ['desktop', 'narrow'] as const) {
          await unroll(page, devices[size].viewport);
          const { violations, incomplete } = await audit(page);
          for (const fault of [...violations, ...incomplete, ...(await smallTargets(page))])
            faults.push(`${name} ${size} ${fault}`);
          if (await isWide(page)) faults.push(`${name} ${size} scrolls sideways`);
        }
        await page.setViewportSize(devices.desktop.viewport);
      }
      expect((await pages).length).toBeGreaterThan(12);
      expect(faults).toEqual([]);
    },
  );
});

describe('on the ticket’s page', () => {
  it('the calendar file is the same as on the completion page', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const fileHere = async () => {
      const download = visitor.page.waitForEvent('download');
      await visitor.page.getByRole('link', { name: /Add to calendar/ }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    await toComplete(visitor);
    const first = await fileHere();
    await visitor.click('page.requested.ticket');
    await visitor.at('ticket.showing');
    expect(await fileHere()).toBe(first);
    expect(first).toContain('SUMMARY:Timed admission');
    expect(visitor.faults()).toEqual([]);
  });
});

describe('a ticket that a link opens', () => {
  const ticketAt = async (lang: 'ja' | 'en') => {
    const token = await bought(shop);
    const visitor = await lane.visit({ device: 'phone', lang });
    const { page } = visitor;
    const requested: string[] = [];
    const inTime: { release?: () => void } = {};
    const isOver = new Promise<void>((resolve) => {
      inTime.release = resolve;
    });
    page.on('request', (request) => request.url().includes(`/tickets/${token}`) && requested.push(request.url()));
    await page.route('**/assets/*.js', (route) => isOver.then(() => route.continue()));
    return { ...visitor, token, requested, release: () => inTime.release?.() };
  };

  it.each(['ja', 'en'] as const)('is asked for before the scripts have come, and once, in %s', async (lang) => {
    const { page, token, requested, release } = await ticketAt(lang);
    await page.goto(`${lane.url}/tickets/?lang=${lang}#/id/${token}`, { waitUntil: 'commit' });
    await expect.poll(() => requested.length).toBe(1);
    release();
    await page.locator('svg.qr').waitFor();
    expect(requested).toEqual([expect.stringContaining(`?lang=${lang}`)]);
  });

  it('is not asked for once it was removed from this device', async () => {
    const { page, token, requested, release } = await ticketAt('ja');
    await page.goto(`${lane.url}/sites/none`);
    await page.evaluate((key) => localStorage.setItem(key, '1'), `ticket-store:forgotten:${token.slice(-6)}`);
    await page.goto(`${lane.url}/tickets/#/id/${token}`, { waitUntil: 'commit' });
    await page.locator('#outdated').waitFor({ state: 'attached' });
    expect(requested).toEqual([]);
    release();
  });
});
