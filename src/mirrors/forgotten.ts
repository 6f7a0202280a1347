import type { Address } from './address.ts';

/**
 * Marks of links whose tickets were removed from this device. A mark is the end of the token: enough to recognise the link, too
 * little to open it. All tabs share the marks, because a browser can reopen closed tabs with their history.
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

/** Removes the mark, because the link was opened again. */
export const recallLink = (address: Address): void => {
  try {
    localStorage.removeItem(keyOf(address));
  } catch {
    // blocked storage has no marks
  }
};
