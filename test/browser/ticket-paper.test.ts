import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ticketOf } from '#test/api/kit/holder.ts';
import { startOwnShop } from './kit/host.ts';
import { devices, openLane } from './kit/lane.ts';
import { scan } from './kit/qr.ts';
import { bought, buyAt, readBy } from './kit/ticket.ts';

/** What leaves the screen: codes read by a scanner, tickets and receipts on paper. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const separateSite = 'nishinippon-exhibition03';

/** In: a picture of the screen. Out: the same at half its size, as a browser scales it. */
const halved = async (picture: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> => {
  const page = await lane.browser.newPage({ viewport: { width: width / 2, height: height / 2 } });
  await page.setContent(
    `<style>body{margin:0}img{width:${width / 2}px}</style><img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.waitForFunction(() => document.images[0]?.complete);
  const half = await page.screenshot();
  await page.close();
  return half;
};

/** What a scanner reads in the window, shrunk to half. */
const readAtHalf = async (page: Page): Promise<string[]> =>
  scan(await halved(await page.screenshot({ scale: 'css' }), devices.phone.viewport));

describe('a code', () => {
  it('is read from a screenshot at half size: one for all', async () => {
    const token = await bought(shop);
    const { entry_code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device: 'phone' });
    await readBy(visitor, lane.url, { hash: `#/id/${token}` }, 'ja');
    await visitor.page.locator('svg.qr').scrollIntoViewIfNeeded();
    expect(await readAtHalf(visitor.page)).toEqual([entry_code]);
    await visitor.page.getByRole('button', { name: '大きく表示する' }).click();
    expect(await readAtHalf(visitor.page)).toEqual([entry_code]);
    expect(visitor.faults()).toEqual([]);
  });

  it('is read from a screenshot at half size: one for each, one on the screen at a time', async () => {
    const token = await buyAt(shop, separateSite, 3);
    const visitor = await lane.visit({ device: 'phone' });
    await readBy(visitor, lane.url, { site: separateSite, hash: `#/id/${token}` }, 'ja');
    const { page } = visitor;
    await page.getByRole('button', { name: '同意しない' }).click();
    const seen: string[] = [];
    for (const position of ['1 / 3', '2 / 3', '3 / 3']) {
      if (position !== '1 / 3') await page.getByRole('button', { name: '次のチケット' }).click();
      const code = page.getByRole('img', { name: position });
      await code.scrollIntoViewIfNeeded();
      await page.waitForFunction((label) => {
        const box = document.querySelector(`[aria-label$="${label}"]`)?.getBoundingClientRect();
        return box && box.left >= 0 && box.right <= innerWidth;
      }, position);
      const read = await readAtHalf(page);
      expect(read).toHaveLength(1);
      seen.push(...read);
    }
    expect(new Set(seen).size).toBe(3);
    const codes = await page.locator('.code-text').allInnerTexts();
    expect(codes.map((code) => code.replaceAll(/\s/g, ''))).toEqual(seen);
  });
});

describe('the receipt', () => {
  it.each(['ja', 'en', 'kr', 'zh-hans', 'zh-hant'] as const)(
    'is one page of A4 in %s, to whom the visitor typed',
    async (lang) => {
      const token = await bought(shop);
      const visitor = await lane.visit({ device: 'phone', lang });
      await readBy(visitor, lane.url, { hash: `#/id/${token}/receipt` }, lang);
      const to = '株式会社 山田商事 総務部経理課 精算係 御担当者';
      await visitor.fill('addressee', to);
      expect(await visitor.page.locator('.receipt .to').innerText()).toContain(to);
      const pdf = (await visitor.page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      const [width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number) ?? [];
      expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);
      expect(JSON.stringify(await visitor.stored())).not.toContain('山田');
      expect(visitor.faults()).toEqual([]);
    },
  );
});

describe('on paper', () => {
  it('a ticket for each stands below the other, with nothing to press', async () => {
    const token = await buyAt(shop, separateSite, 2);
    const visitor = await lane.visit({ device: 'desktop' });
    await readBy(visitor, lane.url, { site: separateSite, hash: `#/id/${token}` }, 'ja');
    await visitor.page.emulateMedia({ media: 'print' });
    const tops = await visitor.page
      .locator('.ticket')
      .evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().top));
    expect(tops[1]).toBeGreaterThan((tops[0] ?? 0) + 200);
    expect(await visitor.page.locator('#main').locator('a, button').filter({ visible: true }).count()).toBe(0);
  });
});
