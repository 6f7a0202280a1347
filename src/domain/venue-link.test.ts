import { describe, expect, it } from 'vitest';
import type { Product } from './product.ts';
import { kindOf, venueLinkOf } from './venue-link.ts';

const nothing = { product: null, date: null, time: null, quantity: null, coupon: null };
const read = (before: string, behind = '') => venueLinkOf(new URLSearchParams(before), new URLSearchParams(behind));

describe('a venue’s link', () => {
  it.each([
    ['product=p1&date=2026-12-01&time=10:30&quantity=2', '', { quantity: { option: null, count: 2 } }],
    ['', 'product=p1&date=2026-12-01&time=10:30&quantity=adult:12', { quantity: { option: 'adult', count: 12 } }],
    ['product=p1&date=2026-12-01', 'time=10%3A30', {}],
  ])('has its choice before or behind the hash: %s # %s', (before, behind, more) => {
    const choice = { ...nothing, product: 'p1', date: '2026-12-01', time: '10:30', ...more };
    expect(read(before, behind)).toEqual(choice);
  });

  it.each([
    ...['product=', 'product=p1&product=p2', `product=${'p'.repeat(10_000)}`, `quantity=${'9'.repeat(10_000)}`],
    ...['quantity=-1', 'quantity=0', 'quantity=1e9', 'quantity=1.5', 'quantity=2&quantity=3', 'quantity=:2'],
    ...['date=2026-02-30', 'date=2026-13-01', 'date=tomorrow', 'date=9999-12-31', 'time=10:30', 'coupon=SUMMER'],
  ])('chooses nothing by %s', (query) => expect(read(query)).toEqual(nothing));

  it.each(['25:00', '10:3', 'noon', '10:30:00'])('has no time %s', (time) => {
    expect(read(`date=2026-12-01&time=${time}`)).toEqual({ ...nothing, date: '2026-12-01' });
  });

  it('that repeats a parameter behind the hash has none', () => {
    expect(read('product=p1&date=2026-12-01', 'product=p1')).toEqual({ ...nothing, date: '2026-12-01' });
  });

  it('has a coupon behind the hash only', () => {
    expect(read('coupon=SUMMER', 'coupon=+winter')).toEqual({ ...nothing, coupon: 'WINTER' });
    for (const code of ['--', '日本', 'x'.repeat(65), 'A&coupon=B'])
      expect(read('', `coupon=${code}`)).toEqual(nothing);
  });
});

const option = { name: '', note: '', type: '', add_cost: 0, min: 0, max: 4 };
const product: Product = {
  ...{ uuid: 'p1', product_name: '', description: '', sale_type: 'time', naming_right: '', caution: '', price_from: 0 },
  ...{ sale_from: '2026-12-01', sale_to: '2027-01-31', min_quantity: 1, max_quantity: 6 },
  options: [
    { ...option, id: 'child', min: 2 },
    { ...option, id: 'adult', max: 10, standard: true },
  ],
};

it.each([
  [null, 6, 'adult'],
  [null, 7, undefined],
  ['child', 1, undefined],
  ['child', 4, 'child'],
  ['child', 5, undefined],
  ['senior', 1, undefined],
])('a quantity of %s × %d is one of %s', (wanted, count, kind) => {
  expect(kindOf(product, { option: wanted, count })?.id).toBe(kind);
});

it('without a mark, a quantity is one of the first kind; without kinds, of none', () => {
  const unmarked = { ...product, options: [{ ...option, id: 'child' }] };
  expect(kindOf(unmarked, { option: null, count: 1 })?.id).toBe('child');
  expect(kindOf({ ...product, options: [] }, { option: null, count: 1 })).toBeUndefined();
});
