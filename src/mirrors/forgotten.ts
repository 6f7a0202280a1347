import type { Address } from './address.ts';

/**
 * Links whose tickets were removed from this device, by the end of their token: enough to know one again, too little to
 * open it. Shared by all tabs, since a browser can bring back closed tabs with their history.
 */
export const forgottenKey = 'ticket-store:forgotten';

const end = (token: string): string => token.slice(-6);

export const forgottenEnds = (): string[] => {
  try {
    return localStorage.getItem(forgottenKey)?.split(' ') ?? [];
  } catch {
    return [];
  }
};

const write = (ends: readonly string[]): void => {
  try {
    localStorage.setItem(forgottenKey, ends.join(' '));
  } catch {
    // blocked storage: Back shows the ticket again
  }
};

export const isForgotten = ({ params: { token } }: Address): boolean =>
  token !== undefined && forgottenEnds().includes(end(token));

/** The link was opened anew. */
export const recallLink = (address: Address): void => {
  if (isForgotten(address)) write(forgottenEnds().filter((known) => known !== end(address.params.token ?? '')));
};

const most = 50;

export const forgetLink = (token: string): void => write([...forgottenEnds(), end(token)].slice(-most));
