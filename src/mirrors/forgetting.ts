import { parseHash } from './address.ts';
import { forgottenKey, forgottenPrefix, isForgotten } from './forgotten.ts';

/** Marks at most; the oldest go first. */
const most = 50;

const marks = (): [key: string, at: number][] =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith(forgottenPrefix))
    .map(([key, at]) => [key, Number(at)]);

/** From now on an old history entry with this link does not show its ticket. Without storage it does. */
export const forgetLink = (token: string): void => {
  try {
    localStorage.setItem(forgottenKey(token), String(Date.now()));
    const old = marks().sort(([, one], [, other]) => other - one);
    for (const [key] of old.slice(most)) localStorage.removeItem(key);
  } catch {
    // Back shows the ticket again then
  }
};

/**
 * Loads the page anew when its ticket was forgotten in another tab, or on a page that Back brings out of the browser's
 * memory. The address mirror shows then that it was forgotten. Returns an unsubscribe function.
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
