import { parseHash } from './address.ts';
import { forgottenKey, isForgotten } from './forgotten.ts';

/**
 * Loads the page anew when its ticket was forgotten in another tab, or on a page that Back brings out of the browser's
 * memory. The address mirror shows then that it was forgotten.
 */
export const watchForgotten = (): (() => void) => {
  const look = (): void => {
    if (isForgotten(parseHash(location.hash))) location.reload();
  };
  const onStored = ({ key }: StorageEvent): void => {
    if (key === forgottenKey) look();
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
