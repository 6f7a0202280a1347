import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { connectionLost, markReconnect } from '#src/device/connection-lost.ts';
import { useShop } from '#src/screens/shop.ts';
import { Strip } from '#src/ui/strip.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { ConsentStrip } from './consent-strip.tsx';

/** App mode `reconnect`: shows that the connection is lost, and retries calls (docs/product.md#lost-connection). */
function ConnectionStrip() {
  const { t } = useTexts();
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  useEffect(markReconnect, []);
  return (
    <div role="status">
      {isLost ? (
        <Strip tone="warn" label={t('reconnect_label')}>
          {t('reconnect_lost')}
        </Strip>
      ) : null}
    </div>
  );
}

/**
 * Content at the bottom of the window, over the page. Its height is published as `--bottom`, so that it covers neither the total
 * nor the focused element, and the page can be scrolled to its end.
 */
function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bottom', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom');
    };
  }, []);
  return (
    <div ref={bar} className="bottom-bar">
      {children}
    </div>
  );
}

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
