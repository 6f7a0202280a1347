import * as v from 'valibot';

/** Payment method identifiers (docs/product.md#payment-methods). */
export const methods = [
  'gmo',
  'gmo_paypay',
  'alipay',
  'stripe',
  'stripe_secure',
  'softbank_credit',
  'softbank_alipay',
  'softbank_paypay',
  'free',
] as const;
export type Method = (typeof methods)[number];
export const MethodSchema = v.picklist(methods);

const cards: readonly Method[] = ['gmo', 'stripe', 'stripe_secure', 'softbank_credit'];

/** Whether a method takes cards; the others are paid on a page or in an app of their provider, or free. */
export const isCard = (method: Method | null): boolean => method !== null && cards.includes(method);

/** Methods of which a part can go back (docs/payments.md#parts-of-a-payment). */
export const partMethods: readonly Method[] = ['stripe', 'stripe_secure', 'alipay'];

/** The least and greatest total in yen that the provider of each method takes (docs/payments.md#amounts). */
export const amounts: Readonly<Record<Method, { min: number; max: number }>> = {
  gmo: { min: 1, max: 9_999_999 },
  gmo_paypay: { min: 1, max: 9_999_999 },
  alipay: { min: 50, max: 99_999_999 },
  stripe: { min: 50, max: 99_999_999 },
  stripe_secure: { min: 50, max: 99_999_999 },
  softbank_credit: { min: 1, max: 9_999_999 },
  softbank_alipay: { min: 1, max: 9_999_999 },
  softbank_paypay: { min: 1, max: 9_999_999 },
  free: { min: 0, max: 0 },
};

type Priced = { id: Method; min_amount: number };

/** The least total of a method at a site: the catalogue's, but not below the provider's. */
export const minTotalOf = ({ id, min_amount }: Priced): number =>
  id === 'free' ? 0 : Math.max(amounts[id].min, min_amount);

/** Whether an order with this total can be paid by a method. */
export const takesTotal = (method: Priced, total: number): boolean =>
  total >= minTotalOf(method) && total <= amounts[method.id].max;

/** Whether a total is too small for the provider of every method of a site, whatever the venue's catalogue asks for. */
export const isTooSmall = (methods: readonly Method[], total: number): boolean => {
  const charging = methods.filter((id) => id !== 'free');
  return charging.length > 0 && charging.every((id) => total < amounts[id].min);
};

/** Express wallets, which pay from the wallet's sheet (docs/product.md#express-wallets). */
export const expressWallets = ['apple_pay', 'google_pay', 'link'] as const;
export type ExpressWallet = (typeof expressWallets)[number];
export const ExpressWalletSchema = v.picklist(expressWallets);

export const PaymentMethodSchema = v.object({
  id: MethodSchema,
  name: v.string(),
  note: v.string(),
  /** Least total in yen that can be paid by it. */
  min_amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethodSchema>;
