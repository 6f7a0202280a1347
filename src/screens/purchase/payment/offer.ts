import { type Method, minTotalOf, type PaymentMethod, takesTotal } from '#src/domain/payment.ts';
import type { StripeMethod } from '#src/payments/stripe-elements.ts';

/** Available methods, and those whose minimum exceeds the total. */
export type Offer = { offered: PaymentMethod[]; tooSmall: PaymentMethod[] };

/** Of methods with one name, which mean the same to a visitor, the first: a provider is nothing to choose by. */
const firstOfName = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.filter((method) => methods.find(({ name }) => name === method.name) === method);

/**
 * The methods that the server and the site support, for a total in yen. `free` is the only method if there is nothing to pay, and
 * never available otherwise (docs/product.md#payment-offer).
 */
export const offerOf = (methods: readonly PaymentMethod[], taken: readonly Method[], price: number): Offer => {
  const fitting = methods.filter(({ id }) => taken.includes(id) && (id === 'free') === (price === 0));
  const offered = firstOfName(fitting.filter((method) => takesTotal(method, price)));
  const isOffered = (method: PaymentMethod) => offered.some(({ name }) => name === method.name);
  const tooSmall = firstOfName(fitting).filter((method) => !isOffered(method) && price < minTotalOf(method));
  return { offered, tooSmall };
};

/** The method that is shown as chosen: the visitor's, or the first; null if theirs is no longer offered and there are several. */
export const shownMethod = (offered: readonly PaymentMethod[], chosen: Method | null): Method | null => {
  const [first, ...others] = offered.map(({ id }) => id);
  if (chosen === null || others.length === 0) return first ?? null;
  return first === chosen || others.includes(chosen) ? chosen : null;
};

/** The method that the tokens of express wallets are of: the first card by Stripe; undefined where none is offered. */
export const expressMethodOf = ({ offered }: Offer): StripeMethod | undefined =>
  offered.map(({ id }) => id).find((id) => id === 'stripe_secure' || id === 'stripe');
