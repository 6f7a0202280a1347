import * as v from 'valibot';
import { comparedCode, couponCode, maxCodeLength, unfitInCode } from './coupon.ts';
import type { Product, ProductOption } from './product.ts';
import { RealDay } from './real-day.ts';

/** The quantity of a link: of one kind of ticket (`adult:2`), or of the usual one (`2`). */
const Quantity = v.pipe(
  v.string(),
  v.regex(
    /^(?:[^:]{1,64}:)?[1-9]\d{0,2}$/,
    'must be a number of tickets, such as 2, or the id of an option with it: adult:2',
  ),
  v.transform((text) => {
    const [count, option = null] = text.split(':').reverse();
    return { option, count: Number(count) };
  }),
);
const isCode = (code: string): boolean => comparedCode(code) !== '' && unfitInCode(code) === undefined;
const Coupon = v.pipe(v.string(), v.maxLength(maxCodeLength), v.check(isCode), v.transform(couponCode));

const LinkSchema = v.object({
  product: v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))), null),
  date: v.fallback(v.nullable(RealDay), null),
  time: v.fallback(v.nullable(v.pipe(v.string(), v.isoTime())), null),
  quantity: v.fallback(v.nullable(Quantity), null),
  coupon: v.fallback(v.nullable(Coupon), null),
});
/** The choice that a venue's link names; null where it names nothing, or nothing that can be understood. */
export type VenueLink = v.InferOutput<typeof LinkSchema>;

/**
 * The choice in a link's parameters before and behind the hash (docs/product.md#links-of-a-venue). A repeated one counts as missing,
 * and so does a time without its day. The server never sees a coupon: it is read behind the hash only.
 */
export const venueLinkOf = (before: URLSearchParams, behind: URLSearchParams): VenueLink => {
  const only = (name: string, places = [before, behind]): string | null => {
    const [value = null, ...others] = places.flatMap((params) => params.getAll(name));
    return others.length === 0 ? value : null;
  };
  const [product, date, time, quantity] = [only('product'), only('date'), only('time'), only('quantity')];
  const link = v.parse(LinkSchema, { product, date, time, quantity, coupon: only('coupon', [behind]) });
  return { ...link, time: link.date && link.time };
};

/** The kind of ticket that a quantity is of; undefined if so many of it cannot be ordered. */
export const kindOf = (
  product: Product,
  { option, count }: v.InferOutput<typeof Quantity>,
): ProductOption | undefined => {
  const isMeant = ({ id, standard }: ProductOption) => (option === null ? standard : id === option);
  const kind = product.options.find(isMeant) ?? (option === null ? product.options[0] : undefined);
  if (!kind || count < Math.max(kind.min, product.min_quantity)) return undefined;
  return count <= Math.min(kind.max, product.max_quantity) ? kind : undefined;
};
