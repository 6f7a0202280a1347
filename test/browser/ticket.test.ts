import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shareTicket } from '#src/api/contract/tickets.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { markUsed } from '#test/api/kit/holder.ts';
import { sampled } from '#test/tools/sample.ts';
import { audit, isWide, smallTargets } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import { devices } from './kit/lane.ts';
import { bought, buyAt, openTicketPage, type TicketPage, ticketPages } from './kit/ticket.ts';
import { unroll } from './kit/unroll.ts';
import { toComplete } from './kit/walk.ts';

/** Tickets, receipts and sharing in Chromium with the real server. */
const { shop, lane } = await openFixture();

const separateSite = 'nishinippon-exhibition03';
const share = (token: string) =>
  shop
    .call(shareTicket, { params: { reservation_token: token }, key: newKey() })
    .then(({ share_token }) => share_token);

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

describe('sharing', () => {
  it('cannot be stopped once the ticket is used, and the page says so', async () => {
    const token = await bought(shop);
    await share(token);
    const owner = await lane.visit({ lang: 'en' });
    await openTicketPage(owner, lane.url, { hash: `#/tickets/share/${token}` }, 'en');
    await markUsed(shop, token);
    await owner.click('share.stop');
    await owner.page.getByText('This ticket can no longer be changed.').waitFor();
    expect(await owner.page.locator('#main').innerText()).toContain('This ticket has been used for entry.');
  });
});

describe('a visitor using only the keyboard', () => {
  /** Presses Tab until the control has the focus. */
  const tabTo = async (page: Page, selector: string) => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    }
    throw new Error(`Tab does not lead to ${selector}`);
  };

  it('enlarges the code, shares and unshares the ticket, and opens the receipt', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const { page } = visitor;
    const token = await bought(shop);
    await openTicketPage(visitor, lane.url, { hash: `#/id/${token}` }, 'en');
    await tabTo(page, '.ticket-code button');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.matches('.ticket-code button'))).toBe(true);
    await tabTo(page, '[data-event="page.requested.share"]');
    await page.keyboard.press('Enter');
    await visitor.at('share.showing');
    await tabTo(page, '[data-event="share.make"]');
    await page.keyboard.press('Enter');
    await visitor.field('share_link').waitFor();
    await tabTo(page, '[data-event="share.stop"]');
    await page.keyboard.press('Enter');
    await visitor.control('share.make').waitFor();
    await tabTo(page, '[data-event="page.requested.ticket"]');
    await page.keyboard.press('Enter');
    await visitor.at('ticket.showing');
    await tabTo(page, '[data-event="page.requested.receipt"]');
    await page.keyboard.press('Enter');
    await visitor.at('receipt.showing');
    await tabTo(page, '[name="addressee"]');
    await page.keyboard.type('Yamada');
    expect(await page.locator('.receipt .to').innerText()).toBe('To: Yamada');
    expect(visitor.faults()).toEqual([]);
  });

  it('reaches the card of every person', async () => {
    const visitor = await lane.visit({ device: 'narrow', lang: 'en' });
    const { page } = visitor;
    await openTicketPage(
      visitor,
      lane.url,
      { site: separateSite, hash: `#/id/${await buyAt(shop, separateSite, 2)}` },
      'en',
    );
    await tabTo(page, '.person:nth-child(2) button');
    await page.waitForFunction(() => {
      const box = document.activeElement?.getBoundingClientRect();
      return box && box.left >= 0 && box.right <= innerWidth;
    });
    expect(await page.getByRole('status').filter({ hasText: '2 / 2' }).count()).toBe(1);
  });
});

describe('on the ticket’s page', () => {
  it('the calendar file can be downloaded in the language of the page', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await openTicketPage(visitor, lane.url, { hash: `#/id/${await bought(shop)}` }, 'en');
    const download = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('link', { name: /Add to calendar/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^ticket-\d{4}-\d\d-\d\d\.ics$/);
    expect(new URL(file.url()).search).toBe('?lang=en');
  });

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

  it('a newly chosen language applies to the ticket, also after a reload', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await openTicketPage(visitor, lane.url, { hash: `#/id/${await bought(shop)}` }, 'en');
    expect(await visitor.page.locator('.ticket h2').innerText()).toBe('Timed admission');
    await visitor.control('language.choose').selectOption('kr');
    await visitor.page.locator('html[lang="ko"]').waitFor();
    await visitor.at('ticket.showing');
    const title = await visitor.page.locator('.ticket h2').innerText();
    expect(title).not.toBe('Timed admission');
    await visitor.page.reload();
    await visitor.at('ticket.showing');
    expect(await visitor.page.locator('.ticket h2').innerText()).toBe(title);
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
