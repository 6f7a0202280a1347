import type { PaymentToken } from '#src/domain/checkout.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';

/** Names of express wallets, the same in every language. */
export const walletNames: Readonly<Record<ExpressWallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

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
