import type { DiscountKind } from './coupon.ts';

/** In: integer yen. Out: digits in ja-JP form, to be put inside the text `common_price_with_unit` (docs/product.md#price-format). */
export const yenDigits = (yen: number): string => new Intl.NumberFormat('ja-JP').format(yen);

/** In: what an option costs and the surcharge of a timespan, in yen. Out: what it costs there; what is free stays free. */
export const priceAt = (addCost: number, surcharge: number): number => (addCost > 0 ? addCost + surcharge : addCost);

/** Order total in yen before a coupon: sum of count times price over option lines and set products (docs/product.md#order-total). */
export const totalOf = (lines: readonly { count: number; price: number }[]): number =>
  lines.reduce((sum, line) => sum + line.count * line.price, 0);

/** In: a coupon and what it counts for, in yen. Out: yen it takes off: percent rounded down, never more than there is. */
export const discountOf = ({ kind, amount }: { kind: DiscountKind; amount: number }, of: number): number => {
  const base = Math.max(0, of);
  return kind === 'percent' ? Math.floor((base * amount) / 100) : Math.min(amount, base);
};

/** In: a tax-inclusive total in yen and a rate in percent. Out: the tax inside it, rounded down once per document. */
export const taxInside = (total: number, rate: number): number => Math.floor((total * rate) / (100 + rate));
