import { useCallback, useSyncExternalStore } from 'react';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { onChange } from '#src/mirrors/changes.ts';
import { useShop } from '#src/screens/shop.ts';

/** The current screen (docs/charts.md#on-screen). */
export const useScreen = (): Screen => {
  const { app } = useShop();
  // not `useSelector`, because the app's own snapshot does not change with those of its children
  const subscribe = useCallback((listener: () => void) => onChange(app, listener), [app]);
  const get = () => onScreen(app).screen;
  return useSyncExternalStore(subscribe, get, get);
};
