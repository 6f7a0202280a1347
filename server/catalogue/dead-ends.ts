import type { Sites } from '#server/shared/sites/sites.ts';
import { couponBase, discountOf, totalOf } from '#src/domain/money.ts';
import { amounts, isTooSmall, type Method, takesTotal } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Catalogue } from './schema.ts';

/** The part of a catalogue that is compared, from a file or a database. */
export type Sold = {
  payment_methods: readonly Pick<Catalogue['payment_methods'][number], 'id' | 'min_amount'>[];
  products: readonly (Pick<Catalogue['products'][number], 'uuid' | 'min_quantity' | 'max_quantity'> & {
    options: readonly { id: string; add_cost: number; max: number; needs: readonly string[] }[];
  })[];
  coupons: readonly Pick<Catalogue['coupons'][number], 'code' | 'kind' | 'amount' | 'channel' | 'scopes'>[];
};

/** The methods of the site's folder, and whether it waives what is too small. */
export type Taken = { methods: readonly Method[]; waivesRest: boolean };

/** Payment settings in a site's folder. */
export const takenAt = (sites: Sites, site: SiteCode): Taken => ({
  methods: sites.settingsOf(site).methods,
  waivesRest: sites.operationOf(site).waiveRest,
});

const yen = (amount: number): string => `¥${amount}`;

const methodWarnings = ({ payment_methods }: Sold): string[] =>
  payment_methods.flatMap(({ id, min_amount }) => {
    const { min, max } = amounts[id];
    if (id === 'free') return [];
    const field = `payment_methods: ${id}: min_amount ${min_amount}`;
    if (min_amount > max) return [`${field}: it takes ${yen(max)} at most, so it is never offered`];
    /* A provider's minimum of ¥1 needs no warning: below it is only ¥0, which is for the method free. */
    return min_amount < min && min > 1 ? [`${field}: it takes ${yen(min)} or more, and is offered from there`] : [];
  });

/** Largest number of quantities of an option that are tried, from the smallest: each is judged with each coupon. */
const maxQuantities = 50;

type SoldProduct = Sold['products'][number];

/** The cheapest ticket that an option needs with it; none without a need. */
const companionOf = ({ options }: SoldProduct, { needs }: SoldProduct['options'][number]) =>
  options
    .filter(({ id }) => needs.includes(id))
    .toSorted((one, other) => one.add_cost - other.add_cost)
    .slice(0, 1)
    .map(({ id, add_cost }) => ({ id, price: add_cost, count: 1 }));

/** Orders of each option, alone or with the options that it requires, the smallest first. */
const ordersOf = ({ products }: Sold) =>
  products.flatMap((product) =>
    product.options.flatMap((option) => {
      const companion = companionOf(product, option);
      const min = Math.max(product.min_quantity - companion.length, 1);
      const max = Math.min(option.max, product.max_quantity - companion.length);
      /* The smallest is tried even where the option alone cannot reach it: it is then ordered together with others. */
      const quantities = Math.min(Math.max(max - min + 1, 1), maxQuantities);
      return Array.from({ length: quantities }, (_, more) => {
        const lines = [{ id: option.id, price: option.add_cost, count: min + more }, ...companion];
        const order = `${option.id} ${companion.length > 0 ? 'with what it needs' : 'alone'}`;
        return { product_uuid: product.uuid, order, lines, sets: [], cost: totalOf(lines), isMinimum: more === 0 };
      });
    }),
  );

/** Shorter codes can be guessed within the limits (docs/operations.md#limits). */
const shortestCode = 8;

export const shortCodes = ({ coupons }: Pick<Catalogue, 'coupons'>): string[] =>
  coupons.flatMap(({ code }, index) =>
    code.length < shortestCode
      ? [`coupons/${index}/code: ${code} can be guessed: ${shortestCode} random characters or more are safe.`]
      : [],
  );

/** Orders and coupons of a catalogue whose total no payment method accepts. They are reported, and sold nevertheless. */
export const deadEnds = (sold: Sold, { methods, waivesRest }: Taken): string[] => {
  const offered = sold.payment_methods.filter(({ id }) => methods.includes(id));
  const isPayable = (total: number) => offered.some((method) => takesTotal(method, total));
  const isWaived = (rest: number) => waivesRest && isTooSmall(methods, rest) && isPayable(0);
  const why = (total: number) => (total === 0 ? 'which needs the method free' : 'which no payment method takes');
  const orders = ordersOf(sold);
  const options = orders
    .filter(({ cost, isMinimum }) => isMinimum && !isPayable(cost))
    .map(
      ({ product_uuid, order, cost }) =>
        `products: ${product_uuid}: an order of ${order} is ${yen(cost)}, ${why(cost)}`,
    );
  const coupons = sold.coupons.flatMap((coupon) => {
    const { code, channel, scopes } = coupon;
    if (channel !== 'web') return [];
    const rests = orders.flatMap((order) => {
      const base = couponBase(scopes, order);
      return base > 0 ? [{ cost: order.cost, rest: order.cost - discountOf(coupon, base) }] : [];
    });
    const unpaid = rests.find(({ rest }) => !isPayable(rest) && !isWaived(rest));
    return unpaid
      ? [`coupons: ${code} leaves ${yen(unpaid.rest)} of ${yen(unpaid.cost)}, ${why(unpaid.rest)}: it is refused there`]
      : [];
  });
  return [...methodWarnings(sold), ...options, ...coupons];
};
