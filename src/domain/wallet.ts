/** Phone wallets that can store a pass of a ticket. */
export const walletNames = ['apple', 'google'] as const;
export type WalletName = (typeof walletNames)[number];
