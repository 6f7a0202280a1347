import type { Method, PaymentMethod } from '#src/domain/payment.ts';

/** Methods to choose from, and those the total is too small for. */
export type Offer = { offered: PaymentMethod[]; tooSmall: PaymentMethod[] };

/**
 * In: the server's methods, those the site takes, and the total in yen. Out: what can be chosen. `free` stands alone where
 * nothing is to pay, and only there (docs/product.md#payment-offer).
 */
export const offerOf = (methods: readonly PaymentMethod[], taken: readonly Method[], price: number): Offer => {
  const fitting = methods.filter(({ id }) => taken.includes(id) && (id === 'free') === (price === 0));
  return {
    offered: fitting.filter(({ min_amount }) => min_amount <= price),
    tooSmall: fitting.filter(({ min_amount }) => min_amount > price),
  };
};
