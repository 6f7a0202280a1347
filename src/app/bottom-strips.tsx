import { useShop } from '#src/screens/shop.ts';
import { BottomBar } from '#src/ui/bottom-bar.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { ConsentStrip } from './consent-strip.tsx';

/** Strips that are loaded after the start: the consent question at the end of the page, and the lost connection over it. */
export function BottomStrips({ mayReconnect }: { mayReconnect: boolean }) {
  const { site } = useShop();
  return (
    <>
      {site.gatagKey.url ? <ConsentStrip /> : null}
      {mayReconnect ? (
        <BottomBar>
          <ConnectionStrip />
        </BottomBar>
      ) : null}
    </>
  );
}
