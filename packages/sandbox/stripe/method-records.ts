import type { Brand } from '../cards.ts';

export type BillingDetails = { name: string | null; email: string | null; phone: string | null };

type AnyMethod = { id: string; created: number; billing: BillingDetails };

/** A stored card: never its number or code, only which test card it is. */
export type CardMethod = AnyMethod & {
  /** Missing in rows of older ledgers. */
  type?: 'card';
  alias: string;
  brand: Brand;
  last4: string;
  exp_month: number;
  exp_year: number;
  /** The wallet that the card is in; missing for a typed card. */
  wallet?: 'apple_pay' | 'google_pay' | 'link';
};

export type AlipayMethod = AnyMethod & { type: 'alipay' };

export type PaymentMethod = CardMethod | AlipayMethod;
