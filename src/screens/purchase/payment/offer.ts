import type { Method, PaymentMethod } from '#src/domain/payment.ts';

/** Available methods, and those whose minimum exceeds the total. */
export type Offer = { offered: PaymentMethod[]; tooSmall: PaymentMethod[] };

/**
 * The methods that the server and the site support, for a total in yen. `free` is the only method if there is nothing to pay, and
 * never available otherwise (docs/product.md#payment-offer).
 */
export const offerOf = (methods: readonly PaymentMethod[], taken: readonly Method[], price: number): Offer => {
  const fitting = methods.filter(({ id }) => taken.includes(id) && (id === 'free') === (price === 0));
  return {
    offered: fitting.filter(({ min_amount }) => min_amount <= price),
    tooSmall: fitting.filter(({ min_amount }) => min_amount > price),
  };
};
