import type { CardMethod, PaymentMethod } from './method-records.ts';

export type PaymentMethodView = ReturnType<typeof paymentMethodView>;

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The card of a payment method as the provider's API shows it. */
export const cardDetails = (method: CardMethod) => ({
  brand: method.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: method.brand === 'jcb' ? 'JP' : 'US',
  display_brand: method.brand,
  exp_month: method.exp_month,
  exp_year: method.exp_year,
  fingerprint: `sandbox_${method.alias}`,
  funding: 'credit',
  last4: method.last4,
  networks: { available: [method.brand], preferred: null },
  three_d_secure_usage: { supported: true },
  wallet: method.wallet ? { type: method.wallet, dynamic_last4: null, [method.wallet]: {} } : null,
});

/** A payment method as the provider's API shows it. */
export const paymentMethodView = (method: PaymentMethod) => ({
  id: method.id,
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified',
  billing_details: { ...method.billing, address: NO_ADDRESS, tax_id: null },
  ...(method.type === 'alipay' ? { alipay: {} } : { card: cardDetails(method) }),
  created: method.created,
  customer: null,
  livemode: false,
  metadata: {},
  type: method.type ?? 'card',
});
