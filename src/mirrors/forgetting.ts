import { parseHash } from './address.ts';
import { forgottenKey, forgottenPrefix, isForgotten } from './forgotten.ts';

/** Maximum number of marks; the oldest are removed first. */
const most = 50;

const marks = (): [key: string, at: number][] =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith(forgottenPrefix))
    .map(([key, at]) => [key, Number(at)]);

/** Makes old history entries with this link show that the ticket was removed. Without storage they show the ticket again. */
export const forgetLink = (token: string): void => {
  try {
    localStorage.setItem(forgottenKey(token), String(Date.now()));
    const old = marks().sort(([, one], [, other]) => other - one);
    for (const [key] of old.slice(most)) localStorage.removeItem(key);
  } catch {
    // Back then shows the ticket again
  }
};

/**
 * Reloads the page if its ticket was forgotten in another tab, also when the page comes from the back/forward cache. The address
 * mirror then shows that it was forgotten. Returns an unsubscribe function.
 */
export const watchForgotten = (): (() => void) => {
  const look = (): void => {
    if (isForgotten(parseHash(location.hash))) location.reload();
  };
  const onStored = ({ key }: StorageEvent): void => {
    if (key?.startsWith(forgottenPrefix)) look();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) look();
  };
  addEventListener('storage', onStored);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStored);
    removeEventListener('pageshow', onShow);
  };
};
