import '#test/api/kit/day.ts';
import { describe, expect, it } from 'vitest';
import { measure } from '#test/browser/kit/effort/purchase.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';

/**
 * Most taps and typed fields of a purchase, from the site's address to the code. The fields are those
 * that the site requires, and the card's.
 */
const most: Record<(typeof siteCodes)[number], readonly [taps: number, fields: number]> = {
  borderless: [9, 6],
  'lab-exhibition': [9, 5],
  mori: [10, 6],
  mifuneyama: [9, 8],
  kairakuen: [9, 6],
  artizon: [9, 6],
  softbank: [9, 9],
  nishinippon: [9, 5],
  'nishinippon-chuguji': [9, 9],
  'nishinippon-exhibition01': [9, 6],
  'nishinippon-exhibition02': [9, 7],
  'nishinippon-exhibition03': [7, 5],
  'nishinippon-event01': [5, 3],
  'mobile-carrier': [8, 7],
};
const height = 664;

const { shop, lane } = await openFixture();

describe('a purchase by one hand, up to the code', () => {
  it.each(sampled('effort', [siteCodes]))('costs no more than it did at %s', async (site) => {
    const { effort, code } = await measure({ shop, lane }, { site, lang: 'ja' }, height);
    const [taps, fields] = most[site];
    const uses = effort.uses.join(' · ');
    expect(effort.taps, uses).toBeLessThanOrEqual(taps);
    expect(effort.fields, uses).toBeLessThanOrEqual(fields);
    expect(effort.scrolled, uses).toBeLessThanOrEqual(8);
    expect(effort.bars).toBeLessThanOrEqual(0.15);
    expect(code.top).toBeGreaterThanOrEqual(0);
    expect(code.bottom).toBeLessThanOrEqual(height);
    expect(code.width).toBeGreaterThanOrEqual(240);
  });

  it('costs no typed field by Apple Pay at borderless; one of the ten taps is in the sheet', async () => {
    const { effort } = await measure({ shop, lane }, { site: 'borderless', lang: 'ja' }, height, 'apple_pay');
    const uses = effort.uses.join(' · ');
    expect(effort.taps, uses).toBeLessThanOrEqual(10);
    expect(effort.fields, uses).toBe(0);
    expect(effort.scrolled, uses).toBeLessThanOrEqual(8);
  });
});
