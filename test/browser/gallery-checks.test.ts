import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { checks, judge } from '#test/gallery/checks.ts';
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
  return { page, found: async () => judge(await page.evaluate(look), wanted) };
};

const long = 'A sentence that is quite a lot longer than the box which it was put into by somebody';
const at = (left: number, top: number) => `style="position:absolute;left:${left}px;top:${top}px;white-space:nowrap"`;

const planted: readonly { check: keyof typeof checks; body: string; expected: string; lang?: string }[] = [
  {
    check: 'the page is wider than its window',
    body: '<div style="width:500px;height:9px"></div>',
    expected: 'instead of 390 px',
  },
  {
    check: 'text is cut off',
    body: `<p class="hood" style="width:200px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${long}</p>`,
    expected: 'p.hood',
  },
  {
    check: 'text is cut off',
    body: `<p style="width:200px;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2">${long}</p>`,
    expected: 'A sentence',
  },
  { check: 'text is cut off', body: `<div style="height:12px;overflow:clip"><p>One<br>Two</p></div>`, expected: 'Two' },
  {
    check: 'text is cut off',
    body: `<select name="list" style="width:90px"><option>${long}</option></select>`,
    expected: 'name=list',
  },
  {
    check: 'text runs out of its box',
    body: '<button style="width:60px;white-space:nowrap;background:#ccc;border:1px solid">A long label</button>',
    expected: 'A long label',
  },
  { check: 'text stands outside the window', body: `<p ${at(-30, 5)}>Leaning out</p>`, expected: 'Leaning out' },
  { check: 'text stands outside the window', body: `<p ${at(340, 5)}>Leaning out</p>`, expected: 'Leaning out' },
  { check: 'texts overlap', body: `<p ${at(9, 5)}>Under</p><p ${at(20, 9)}>Over</p>`, expected: '“Under”' },
  {
    check: 'text stands on a mark',
    body: `<p ${at(9, 5)}>10:00</p><svg class="stock-mark" width="20" height="20" style="position:absolute;left:12px;top:2px"></svg>`,
    expected: '“10:00”',
  },
  {
    check: 'a number is broken',
    body: '<p style="width:14px;overflow-wrap:anywhere">15</p>',
    expected: '“15”',
  },
  {
    check: 'a number is broken',
    body: '<p style="width:20px;overflow-wrap:anywhere">+300円</p>',
    expected: '“+300円”',
  },
  {
    check: 'a number is broken',
    body: '<p style="width:70px;overflow-wrap:anywhere">10:00~10:30</p>',
    expected: '“10:00~10:30”',
  },
  {
    check: 'a date, time or amount is broken',
    body: '<p lang="ja" style="width:150px">開催期間は2026年11月23日からです</p>',
    expected: '“2026年11月23日”',
  },
  {
    check: 'a date, time or amount is broken',
    body: '<p style="width:150px">Doors open 10:00 – 10:30 today</p>',
    expected: '“10:00 – 10:30”',
  },
  { check: 'no words', body: '<p>order_title</p>', expected: 'order_title' },
  { check: 'no words', body: '<p>From {price}</p>', expected: 'From {price}' },
  { check: 'no words', body: '<p>2 × undefined</p>', expected: 'undefined' },
  { check: 'no words', body: '<button aria-label="order_price">¥</button>', expected: 'order_price' },
  { check: 'another language', body: '<p>Tickets</p>', lang: 'ja', expected: 'ja instead of en' },
];

describe('the checks of the gallery', () => {
  it.each(planted)('$check: $body', async ({ check, body, expected, lang }) => {
    const found = await (await seen(body, lang)).found();
    expect(found.filter((line) => line.startsWith(`${check}: `) && line.includes(expected))).not.toEqual([]);
  });

  it('all have a test with a planted fault', () => {
    expect(new Set(planted.map(({ check }) => check))).toEqual(new Set(Object.keys(checks)));
  });

  it('find nothing in a correct page', async () => {
    const { found } = await seen(`
      <p style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap">${long}</p>
      <a style="position:absolute;translate:0 -110%">Skip to the content</a>
      <h1 style="line-height:1">Tickets that are<br>sold on two lines</h1>
      <ul style="display:flex;overflow-x:auto"><li style="flex:0 0 100%">One</li><li style="flex:0 0 100%">Two</li></ul>
      <button style="background:#ccc;border:1px solid;padding:4px">A label</button>
      <div style="overflow:hidden;height:30px"><p>Short</p></div>
      <p>Write to <b>order_desk@visitor.example</b></p>
      <div style="position:fixed;inset:0 0 auto;background:#fff">A bar over the page</div>`);
    expect(await found()).toEqual([]);
  });

  it('allow a dialog over the page, and check its content', async () => {
    const body = (inner: string) =>
      `<p ${at(100, 60)}>Behind the dialog</p><div style="overflow:clip;width:50px"><dialog style="inset:0">${inner}</dialog></div>`;
    const fine = await seen(body('<p>Your time is over</p>'));
    await fine.page.evaluate(() => document.querySelector('dialog')?.showModal());
    expect(await fine.found()).toEqual([]);
    const bad = await seen(body(`<p>Your time</p><p style="margin-top:-18px">is over</p>`));
    await bad.page.evaluate(() => document.querySelector('dialog')?.showModal());
    expect((await bad.found()).map((line) => line.split(':')[0])).toEqual(['texts overlap']);
  });
});
