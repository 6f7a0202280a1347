import { browserKey } from './browser-secret.ts';
import { tryStorage } from './try-storage.ts';

/**
 * Marks of links whose tickets were removed from this device. A mark is the end of the token: enough to recognise the link, too
 * little to open it. All tabs share the marks, because a browser can reopen closed tabs with their history.
 */
export const forgottenPrefix = 'ticket-store:forgotten:';

const forgottenKey = (token: string): string => forgottenPrefix + token.slice(-6);

export const isForgotten = (token: string | undefined): boolean =>
  token !== undefined && typeof tryStorage(() => localStorage.getItem(forgottenKey(token))) === 'string';

/** Removes the mark, because the link was opened again. Without a link the storage is left alone: the page waits while the browser reads it for the first use. */
export const recallLink = (token: string | undefined): void => {
  if (token !== undefined) tryStorage(() => localStorage.removeItem(forgottenKey(token)));
};

/** Maximum number of marks; the oldest are removed first. */
const maxMarks = 50;

/** From now on the browser's secret is stored as if nothing had been paid with it. */
const endPaidTime = (now: number): void => {
  const [secret, used] = localStorage.getItem(browserKey)?.split(' ') ?? [];
  if (Number(used) > now) localStorage.setItem(browserKey, `${secret} ${now}`);
};

/**
 * Makes old history entries with this link show that the ticket was removed, and soon ends what this browser may do because it
 * paid. Without storage they show the ticket again.
 */
export const forgetLink = (token: string): void =>
  tryStorage(() => {
    endPaidTime(Date.now());
    localStorage.setItem(forgottenKey(token), String(Date.now()));
    const marks = Object.entries(localStorage).filter(([key]) => key.startsWith(forgottenPrefix));
    const newestFirst = marks.sort(([, one], [, other]) => Number(other) - Number(one));
    for (const [key] of newestFirst.slice(maxMarks)) localStorage.removeItem(key);
  });
