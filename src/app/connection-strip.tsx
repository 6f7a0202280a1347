import { useEffect, useSyncExternalStore } from 'react';
import { connectionLost, markReconnect } from '#src/device/connection-lost.ts';
import { Strip } from '#src/ui/strip.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/**
 * App mode `reconnect`: shows that the connection is lost, and retries calls when it is back (docs/product.md#lost-connection).
 */
export function ConnectionStrip() {
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
