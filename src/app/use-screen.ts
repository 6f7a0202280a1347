import { useCallback, useSyncExternalStore } from 'react';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { useShop } from '#src/screens/shop.ts';

/** The current screen; it depends on the app's snapshot alone (docs/charts.md#on-screen). */
export const useScreen = (): Screen => {
  const { app } = useShop();
  // not `useSelector`, because a child's change leaves the app's own snapshot identical
  const subscribe = useCallback((listener: () => void) => app.subscribe(listener).unsubscribe, [app]);
  const get = () => onScreen(app).screen;
  return useSyncExternalStore(subscribe, get, get);
};
