import type { PaymentToken } from '#src/domain/payment.ts';

/** Card brands as they write themselves; the provider's word stands for any other. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** In: what the provider gave for a card. Out: "Visa •••• 4242", or '' for methods without a card. */
export const cardText = ({ brand, last4 }: PaymentToken): string =>
  [brands[brand.toLowerCase()] ?? brand, last4 && `•••• ${last4}`].filter(Boolean).join(' ');
