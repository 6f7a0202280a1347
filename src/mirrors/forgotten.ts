import type { Address } from './address.ts';

/**
 * Marks of links whose tickets were removed from this device. A mark is the end of the token: enough to know the link again,
 * too little to open it. All tabs share them, since a browser can bring back closed tabs with their history.
 */
export const forgottenPrefix = 'ticket-store:forgotten:';

export const forgottenKey = (token: string): string => forgottenPrefix + token.slice(-6);

const keyOf = ({ params }: Address): string => forgottenKey(params.token ?? '');

export const isForgotten = (address: Address): boolean => {
  try {
    return localStorage.getItem(keyOf(address)) !== null;
  } catch {
    return false;
  }
};

/** The link was opened anew. */
export const recallLink = (address: Address): void => {
  try {
    localStorage.removeItem(keyOf(address));
  } catch {
    // blocked storage has no marks
  }
};
