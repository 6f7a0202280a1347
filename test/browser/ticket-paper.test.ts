import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Receipt } from '#src/domain/receipt.ts';
import { ticketOf } from '#test/api/kit/arrange.ts';
import { receipt } from '#test/paths/sample-tickets.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { fulfillCall } from './kit/hold.ts';
import { brightness, scanTwice } from './kit/qr.ts';
import { buyThree, openTicketPage } from './kit/ticket.ts';

/** Codes read by a scanner, and tickets and receipts on paper. */
const { shop, lane } = await openFixture();

/** Every window size, light and dark. */
const looks = (['phone', 'desktop'] as const).map((device) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ device, colorScheme })),
);

it.each(sampled('looks of a code', looks))(
  'a code in a screenshot at half size is read by two scanners: $device, $colorScheme',
  async ({ device, colorScheme }) => {
    const token = await buyThree(shop);
    const { entry_code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device, context: { colorScheme, deviceScaleFactor: 0.5 } });
    const { page } = visitor;
    await openTicketPage(visitor, lane.url, { hash: `#/id/${token}` }, 'ja');
    await page.locator('svg.qr').scrollIntoViewIfNeeded();
    expect(await scanTwice(await page.screenshot())).toEqual([[entry_code], [entry_code]]);
    await page.evaluate(() => scrollTo(0, 0));
    expect(brightness(await page.screenshot()) > 0.5).toBe(colorScheme === 'light');
    await page.getByRole('button', { name: '大きく表示する' }).click();
    expect(await scanTwice(await page.screenshot())).toEqual([[entry_code], [entry_code]]);
    const sheet = page.getByRole('dialog').filter({ hasText: '画面の明るさを最大にしてください。' });
    expect(brightness(await sheet.screenshot())).toBe(1);
    expect(visitor.faults()).toEqual([]);
  },
);

/** Prints a page; returns its paper pages, and the size of the first in points. */
const printed = async (page: Page) => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const size = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1) ?? [];
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length, size: size.map((side) => Math.round(Number(side))) };
};
const oneOfA4 = { pages: 1, size: [595, 842] };

/** A receipt of eight options, two set products and a coupon, all with very long names. */
const line = (kind: Receipt['lines'][number]['kind'], name: string, price: number) => {
  return { kind, name, price, quantity: 1, amount: price };
};
const longReceipt: Receipt = {
  ...receipt,
  product_name:
    'ボーダレス美術館 特別企画展「水と光の彫刻、あるいは境界のない世界のための三つの習作」日時指定入館チケット（東京・麻布台）',
  lines: [
    ...Array.from({ length: 8 }, (_, place) =>
      line(
        'option',
        `一般・大学生・専門学校生（障がい者手帳をお持ちの方と付き添いの方1名まで、会員 ${place}）`,
        1_000_010,
      ),
    ),
    line('set', '音声ガイド（日本語・英語・中国語・韓国語）と展覧会オリジナル図録の引換券つき入館セット', 600),
    line('set', '子どものための鑑賞ワークブックと美術館オリジナル色鉛筆十二色の引換券つき入館セット', 1200),
    line('coupon', '開館十周年記念 オンライン先行販売 特別優待クーポン（ほかの割引とは併用できません）', -1234),
  ],
};

it('the receipt is one A4 page without cut-off text, however long the order and the addressee', async () => {
  const to = '独立行政法人 '.padEnd(60, '国立文化財機構東京総合研究所経理部');
  for (const lang of ['ja', 'en'] as const) {
    const visitor = await lane.visit({ device: 'phone', lang });
    const { page } = visitor;
    await fulfillCall(visitor, 'getReceipt', longReceipt);
    await openTicketPage(visitor, lane.url, { hash: '#/id/none/receipt' }, lang);
    await visitor.fill('addressee', to);
    expect(await page.locator('.receipt tbody tr').count()).toBe(11);
    expect(await page.locator('.receipt .to').innerText()).toContain(to);
    expect(await printed(page)).toEqual(oneOfA4);
    await page.emulateMedia({ media: 'print' });
    const cut = await page.locator('.receipt').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
    expect(visitor.faults()).toEqual([]);
  }
});
