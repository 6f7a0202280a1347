import type { PaymentToken } from '#src/domain/checkout.ts';
import { walletNames } from '#src/screens/purchase/wallet-names.ts';

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

/** "Visa •••• 4242", after the name of an express wallet; '' for methods without a card. */
export const cardText = ({ brand, last4, wallet }: PaymentToken): string =>
  [wallet && walletNames[wallet], brands[brand.toLowerCase()] ?? brand, last4 && `•••• ${last4}`]
    .filter(Boolean)
    .join(' ');
