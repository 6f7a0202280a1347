import { isTooSmall, type Method, takesTotal } from './payment.ts';
import type { ChangeDifference } from './product.ts';

/**
 * How a product charges for a change of date: the `fee` of each in yen, and the difference; null: no dearer time is offered.
 * `refundable`: yen of the difference to a cheaper time that may go back.
 */
export type ChangeTerms = { difference: ChangeDifference | null; fee: number; refundable: number };

/** Methods on sale with their least totals; `all` methods of the site; whether the venue waives a price too small for each of these. */
export type Payable = {
  methods: readonly { id: Method; min_amount: number }[];
  all: readonly Method[];
  waives: boolean;
};

/**
 * Yen to pay for a change to a time that costs `more`, negative if they go back, and whether the difference is a part of it; null if the
 * time is not offered. Less than any method takes is waived, if the venue allows it (docs/product.md#screen-changedate). A cheaper time
 * of which the fee takes all keeps the difference.
 */
export const changePrice = (
  { difference, fee, refundable }: ChangeTerms,
  more: number,
  { methods, all, waives }: Payable,
): { price: number; isCharged: boolean } | null => {
  if (more > 0 && difference === null) return null;
  if (fee + more < 0 && -more <= refundable) return { price: fee + more, isCharged: true };
  const isCharged = more > 0 && difference === 'paid';
  const price = fee + (isCharged ? more : 0);
  if (price === 0 || methods.some((method) => takesTotal(method, price))) return { price, isCharged };
  return waives && isTooSmall(all, price) ? { price: 0, isCharged: false } : null;
};
