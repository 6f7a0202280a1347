import { useShop } from '#src/screens/shop.ts';
import { BottomBar } from '#src/ui/bottom-bar.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { ConsentStrip } from './consent-strip.tsx';

/** Strips that are loaded after the start: lost connection, and the question for consent. */
export function BottomStrips({ mayReconnect }: { mayReconnect: boolean }) {
  const { site } = useShop();
  return (
    <BottomBar>
      {mayReconnect ? <ConnectionStrip /> : null}
      {site.gatagKey.url ? <ConsentStrip /> : null}
    </BottomBar>
  );
}
