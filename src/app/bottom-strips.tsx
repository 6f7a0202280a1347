import { useSyncExternalStore } from 'react';
import { consentOf } from '#src/mirrors/measure/consent.ts';
import { useShop } from '#src/screens/shop.ts';
import { BottomBar } from '#src/ui/bottom-bar.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { ConsentStrip } from './consent-strip.tsx';

/**
 * Strips that are loaded after the start: lost connection, and the question for consent, which stands in the page and is fixed
 * only where the visitor asked for it.
 */
export function BottomStrips({ mayReconnect }: { mayReconnect: boolean }) {
  const { site } = useShop();
  const { subscribe, get } = consentOf(site.code);
  const isWanted = useSyncExternalStore(subscribe, () => get().openCount > 0);
  const consent = site.gatagKey.url ? <ConsentStrip /> : null;
  return (
    <>
      {isWanted ? null : consent}
      <BottomBar>
        {mayReconnect ? <ConnectionStrip /> : null}
        {isWanted ? consent : null}
      </BottomBar>
    </>
  );
}
