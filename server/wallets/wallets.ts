import type { HeldTicket } from '#server/domain/held-ticket.ts';
import type { TicketState, WalletName } from '#src/domain/ticket.ts';
import type { Pass } from './pass.ts';

/** A file for Apple Wallet: one pass, or several in a bundle. */
export type PassFile = { bytes: Buffer; type: string; ending: 'pkpass' | 'pkpasses' };

/** The wallets the operator has keys for (`open.ts`). */
export type Wallets = {
  apple: {
    /** From then on telephones refuse what is signed. */
    validTo: Date;
    file: (passes: readonly Pass[]) => PassFile;
  } | null;
  google: {
    /** Out: the address that saves the pass. `at`: the present time. */
    link: (pass: Pass, at: Date) => Promise<string>;
  } | null;
};
export const noWallets: Wallets = { apple: null, google: null };

type Facts = Pick<HeldTicket, 'state' | 'actions' | 'as_of'>;

/** In: a ticket. Out: why it can be in no wallet: it does not let in whoever has its link, or its visit is past. */
export const passObstacle = ({ state, actions }: Facts): Exclude<TicketState, 'valid'> | 'over' | null =>
  state === 'valid' ? (actions.calendar === 'over' ? 'over' : null) : state;

/** In: a wallet and a time. Out: it can be filled then. */
export const isOpen = ({ apple, google }: Wallets, name: WalletName, at: Date): boolean =>
  name === 'apple' ? apple !== null && at < apple.validTo : google !== null;

/** In: a ticket. Out: the wallets its holder is offered. */
export const walletsFor = (wallets: Wallets, ticket: Facts): WalletName[] => {
  const names: WalletName[] = ['apple', 'google'];
  return passObstacle(ticket) === null ? names.filter((name) => isOpen(wallets, name, ticket.as_of)) : [];
};
