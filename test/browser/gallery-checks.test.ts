import { afterAll, afterEach, expect, it } from 'vitest';
import { type checks, judge } from '#test/gallery/checks.ts';
import { look } from '#test/gallery/look.ts';
import { openLane } from './kit/lane.ts';

/** The checks of the gallery's pictures, on pages with one fault each. */
const nowhere = { url: 'about:blank', sandboxUrl: '', close: async () => undefined };
const lane = await openLane(nowhere);
afterEach(lane.closeContexts);
afterAll(lane.close);

const wanted = { lang: 'en', width: 390, ids: new Set(['order_title', 'order_price']) };
const frame = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width">
  <style>body, p { margin: 0; font: 16px/1.2 sans-serif }</style>${body}</html>`;

const seen = async (body: string, lang?: string) => {
  const { page } = await lane.visit({ device: 'phone' });
  await page.setContent(frame(body, lang));
  return judge(await page.evaluate(look), wanted);
};

const long = 'A sentence that is quite a lot longer than the box which it was put into by somebody';
const at = (left: number, top: number) => `style="position:absolute;left:${left}px;top:${top}px;white-space:nowrap"`;

/** A page with one fault for each check. */
const planted: Readonly<Record<keyof typeof checks, readonly [body: string, expected: string]>> = {
  'the page is wider than its window': ['<div style="width:500px;height:9px"></div>', 'instead of 390 px'],
  'text is cut off': [
    `<p class="hood" style="width:200px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${long}</p>`,
    'p.hood',
  ],
  'text runs out of its box': [
    '<button style="width:60px;white-space:nowrap;background:#ccc;border:1px solid">A long label</button>',
    'A long label',
  ],
  'text stands outside the window': [`<p ${at(340, 5)}>Leaning out</p>`, 'Leaning out'],
  'texts overlap': [`<p ${at(9, 5)}>Under</p><p ${at(20, 9)}>Over</p>`, '“Under”'],
  'text stands on a mark': [
    `<p ${at(9, 5)}>10:00</p><svg class="stock-mark" width="20" height="20" style="position:absolute;left:12px;top:2px"></svg>`,
    '“10:00”',
  ],
  'a number is broken': ['<p style="width:20px;overflow-wrap:anywhere">+300円</p>', '“+300円”'],
  'a date, time or amount is broken': [
    '<p style="width:150px">開催期間は2026年11月23日からです</p>',
    '“2026年11月23日”',
  ],
  'no words': ['<button aria-label="order_price">¥</button><p>From {price}</p>', 'From {price}'],
  'another language': ['<p lang="en">Tickets</p>', 'ja instead of en'],
};

it.each(Object.entries(planted))('the checks of the gallery: %s', async (check, [body, expected]) => {
  const found = await seen(body, check === 'another language' ? 'ja' : 'en');
  expect(found.filter((line) => line.startsWith(`${check}: `) && line.includes(expected))).not.toEqual([]);
});
