import { tryStorage } from './try-storage.ts';

/**
 * Marks of links whose tickets were removed from this device. A mark is the end of the token: enough to recognise the link, too
 * little to open it. All tabs share the marks, because a browser can reopen closed tabs with their history.
 */
export const forgottenPrefix = 'ticket-store:forgotten:';

export const forgottenKey = (token: string): string => forgottenPrefix + token.slice(-6);

export const isForgotten = (token: string | undefined): boolean =>
  token !== undefined && typeof tryStorage(() => localStorage.getItem(forgottenKey(token))) === 'string';

/** Removes the mark, because the link was opened again. Without a link the storage is left alone: the page waits while the browser reads it for the first use. */
export const recallLink = (token: string | undefined): void => {
  if (token !== undefined) tryStorage(() => localStorage.removeItem(forgottenKey(token)));
};
