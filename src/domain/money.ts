import type { CouponRule, OrderCoupon } from './coupon.ts';

/** Whole yen in ja-JP form (docs/product.md#price-format). Without Intl, whose first formatter takes a phone 10 ms. */
export const yenDigits = (yen: number): string => String(yen).replace(/\B(?=(\d{3})+$)/g, ',');

/** Price of an option at a time with a surcharge, in yen; a free option stays free, and a reduction makes none cost less than that. */
export const priceAt = (addCost: number, surcharge: number): number =>
  addCost > 0 ? Math.max(0, addCost + surcharge) : addCost;

/** Order total in yen before a coupon: count times price, over option lines and set products (docs/product.md#order-total). */
export const totalOf = (lines: readonly { count: number; price: number }[]): number =>
  lines.reduce((sum, line) => sum + line.count * line.price, 0);

/** A coupon's discount in yen: percent are rounded down, and it never exceeds the amount it applies to. */
export const discountOf = ({ kind, amount }: Pick<CouponRule, 'kind' | 'amount'>, total: number): number => {
  const base = Math.max(0, total);
  return kind === 'percent' ? Math.floor((base * amount) / 100) : Math.min(amount, base);
};

type Priced = { count: number; price: number };
type Chosen = { product_uuid: string; lines: readonly (Priced & { id: string })[]; sets: readonly Priced[] };

/** Yen of a choice that a coupon applies to: everything, or the lines of its options; 0 if it is for other products. */
export const couponBase = (scopes: CouponRule['scopes'], { product_uuid, lines, sets }: Chosen): number => {
  const optionIds = scopes.filter((scope) => scope.product_uuid === product_uuid).map(({ option_id }) => option_id);
  if (scopes.length === 0 || optionIds.includes(null)) return totalOf([...lines, ...sets]);
  return totalOf(lines.filter(({ id }) => optionIds.includes(id)));
};

/** The discount of an order's coupon on another choice, in yen; without its rule, that on the order. */
export const couponDiscount = ({ rule, coupon_discount }: OrderCoupon, chosen: Chosen): number => {
  const all = totalOf([...chosen.lines, ...chosen.sets]);
  return Math.min(rule ? discountOf(rule, couponBase(rule.scopes, chosen)) : coupon_discount, all);
};

/** Yen that go back of what was paid for an order, less the fee for each order that the venue keeps; never below 0. */
export const lessFee = (paid: number, fee: number): number => Math.max(0, paid - fee);

/** The tax contained in a tax-inclusive total (yen) at a rate in percent, rounded down once per document. */
export const taxInside = (total: number, rate: number): number => Math.floor((total * rate) / (100 + rate));

/** Net and tax of a tax-inclusive amount in yen. An amount that goes back is negative, with the figures of its receipt. */
export const splitTax = (gross: number, rate: number): { net: number; tax: number } => {
  const tax = gross < 0 ? 0 - taxInside(-gross, rate) : taxInside(gross, rate);
  return { net: gross - tax, tax };
};
