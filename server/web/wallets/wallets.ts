import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import type { TicketState } from '#src/domain/ticket.ts';
import { type WalletName, walletNames } from '#src/domain/wallet.ts';
import type { appleWallet } from './apple.ts';
import type { googleWallet } from './google.ts';

/** The wallets with configured keys (`open.ts`). */
export type Wallets = { apple: ReturnType<typeof appleWallet> | null; google: ReturnType<typeof googleWallet> | null };
export const noWallets: Wallets = { apple: null, google: null };

type Facts = Pick<TicketDetails, 'state' | 'actions' | 'as_of'>;

/** Why a ticket cannot be in a wallet: its link does not admit, or the visit is over. Null if it can. */
export const passObstacle = ({ state, actions }: Facts): Exclude<TicketState, 'valid'> | 'over' | null => {
  if (state !== 'valid') return state;
  /* A calendar file is refused with this reason when the visit is past. */
  return actions.calendar === 'over' ? 'over' : null;
};

/** Whether passes for a wallet can be created at this time. */
export const canCreatePass = ({ apple, google }: Wallets, name: WalletName, at: Date): boolean =>
  name === 'apple' ? apple !== null && at < apple.validTo : google !== null;

/** Returns the wallets in which passes can be saved, by time. */
export const walletsAt = (wallets: Wallets, at: Date): WalletName[] =>
  walletNames.filter((name) => canCreatePass(wallets, name, at));

export const withWallets = <D extends { wallets: Wallets }>(deps: D) => ({
  ...deps,
  walletsAt: (at: Date) => walletsAt(deps.wallets, at),
});

export const walletsFor = (wallets: Wallets, ticket: Facts): WalletName[] =>
  passObstacle(ticket) === null ? walletsAt(wallets, ticket.as_of) : [];
