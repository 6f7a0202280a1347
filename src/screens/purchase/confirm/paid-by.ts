import type { PaymentToken } from '#src/domain/checkout.ts';

/** Official spelling of card brands; for others the provider's name is used. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** "Visa •••• 4242", or '' for methods without a card. */
export const cardText = ({ brand, last4 }: PaymentToken): string =>
  [brands[brand.toLowerCase()] ?? brand, last4 && `•••• ${last4}`].filter(Boolean).join(' ');
