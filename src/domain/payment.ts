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

/** Express wallets, which pay from a sheet of their own (docs/product.md#express-wallets). */
export const expressWallets = ['apple_pay', 'google_pay', 'link'] as const;
export type ExpressWallet = (typeof expressWallets)[number];
export const ExpressWalletSchema = v.picklist(expressWallets);

export const PaymentMethodSchema = v.object({
  id: MethodSchema,
  name: v.string(),
  note: v.string(),
  /** Lowest total in yen that the provider accepts. */
  min_amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethodSchema>;
