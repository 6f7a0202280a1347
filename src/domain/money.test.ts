import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxInside, totalOf, yenDigits } from './money.ts';

describe('money is integer yen', () => {
  it('writes prices in ja-JP form', () => {
    expect(yenDigits(1234567)).toBe('1,234,567');
  });

  it('adds count times price over all lines, in any order', () => {
    const lines = fc.array(fc.record({ count: fc.nat(20), price: fc.nat(20_000) }));
    fc.assert(
      fc.property(lines, (some) => {
        const sum = totalOf(some);
        return Number.isInteger(sum) && sum === totalOf(some.toReversed());
      }),
    );
  });

  it('finds the tax inside a total, rounded down once', () => {
    expect([taxInside(3800, 10), taxInside(1, 10), taxInside(0, 10)]).toEqual([345, 0, 0]);
  });
});
