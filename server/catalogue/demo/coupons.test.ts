import { describe, expect, it } from 'vitest';
import { couponCode } from '#src/domain/coupon.ts';
import { langs } from '#src/domain/lang.ts';
import { couponsFrom } from './coupons.ts';
import { sites } from './sites.ts';

describe('the coupons of the seed', () => {
  const coupons = couponsFrom('2026-11-21');

  it('have unique codes in normalised form, and a name in every language', () => {
    const codes = coupons.map(({ code }) => code);
    expect(codes.map(couponCode)).toEqual(codes);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { words } of coupons) expect(langs.filter((lang) => words[lang].name.trim() === '')).toEqual([]);
  });
});

describe('the set products of the seed', () => {
  const sets = Object.values(sites).flatMap((site) => site.sets.map((set) => ({ ...set, site })));

  it('are offered with products of their site, and have unique ids', () => {
    const strays = sets.filter(
      ({ site, with: keys }) => !keys.every((key) => site.products.some((p) => p.key === key)),
    );
    expect(strays.map(({ key }) => key)).toEqual([]);
    expect(sets.filter(({ with: keys }) => keys.length === 0)).toEqual([]);
    expect(new Set(sets.map(({ uuid }) => uuid)).size).toBe(sets.length);
  });

  it('have names and descriptions in every language', () => {
    const empty = sets.filter(({ words }) =>
      langs.some((lang) => words[lang].product_name.trim() === '' || words[lang].description.trim() === ''),
    );
    expect(empty.map(({ key }) => key)).toEqual([]);
  });
});
