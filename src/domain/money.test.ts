import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountOf, priceAt, taxInside, totalOf, yenDigits } from './money.ts';

describe('money is integer yen', () => {
  it('formats prices in ja-JP form', () => {
    expect(yenDigits(1234567)).toBe('1,234,567');
    for (const [yen, text] of [
      [0, '0'],
      [999, '999'],
      [1000, '1,000'],
      [-3800, '-3,800'],
      [100000, '100,000'],
    ] as const)
      expect(yenDigits(yen)).toBe(text);
  });

  it('adds a surcharge only to options that are not free', () => {
    expect([priceAt(1500, 300), priceAt(1500, 0), priceAt(0, 300)]).toEqual([1800, 1500, 0]);
  });

  it('never makes an option cost less than nothing, which would pay for others', () => {
    expect([priceAt(500, -300), priceAt(500, -500), priceAt(500, -900)]).toEqual([200, 0, 0]);
  });

  it('sums count times price over all lines, in any sequence', () => {
    const lines = fc.array(fc.record({ count: fc.nat(20), price: fc.nat(20_000) }));
    fc.assert(
      fc.property(lines, (some) => {
        const sum = totalOf(some);
        return Number.isInteger(sum) && sum === totalOf(some.toReversed());
      }),
    );
  });

  it('discounts percent rounded down, or yen, and never more than the total', () => {
    expect(discountOf({ kind: 'percent', amount: 10 }, 3809)).toBe(380);
    expect(discountOf({ kind: 'percent', amount: 100 }, 3809)).toBe(3809);
    expect(discountOf({ kind: 'fixed', amount: 500 }, 3809)).toBe(500);
    expect(discountOf({ kind: 'fixed', amount: 500 }, 300)).toBe(300);
    fc.assert(
      fc.property(
        fc.constantFrom('percent', 'fixed'),
        fc.integer({ min: 1, max: 100 }),
        fc.integer(),
        (kind, amount, total) => {
          const discount = discountOf({ kind, amount }, total);
          return Number.isInteger(discount) && discount >= 0 && discount <= Math.max(0, total);
        },
      ),
    );
  });

  it('computes the tax contained in a total, rounded down once', () => {
    expect([taxInside(3800, 10), taxInside(1, 10), taxInside(0, 10)]).toEqual([345, 0, 0]);
  });
});
