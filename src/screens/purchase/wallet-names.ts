import type { ExpressWallet } from '#src/domain/payment.ts';

/** Names of express wallets, the same in every language. */
export const walletNames: Readonly<Record<ExpressWallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};
