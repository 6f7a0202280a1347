import { forgottenPrefix, isForgotten } from '#src/device/forgotten-links.ts';
import { parseHash } from './address.ts';

/**
 * Reloads the page if its ticket was forgotten in another tab, also when the page comes from the back/forward cache. The
 * address mirror then shows that it was forgotten.
 */
export const watchForgotten = (): (() => void) => {
  const look = (): void => {
    if (isForgotten(parseHash(location.hash).params.token)) location.reload();
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
