import type { PaymentToken } from '#src/domain/checkout.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { brandNamed } from '#src/screens/purchase/payment/brand-marks.tsx';

/** Names of express wallets, the same in every language. */
export const expressWalletNames: Readonly<Record<ExpressWallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** "Visa •••• 4242", after the name of an express wallet; '' for methods without a card. */
export const cardText = ({ brand, last4, wallet }: PaymentToken): string =>
  [wallet && expressWalletNames[wallet], brandNamed(brand), last4 && `•••• ${last4}`].filter(Boolean).join(' ');
