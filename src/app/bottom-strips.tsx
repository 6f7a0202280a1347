import { useShop } from '#src/screens/shop.ts';
import { BottomBar } from '#src/ui/bottom-bar.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { ConsentStrip } from './consent-strip.tsx';

/** Strips that are loaded after the start: the question for consent, which stands in the page, and lost connection over it. */
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
