import { useEffect, useSyncExternalStore } from 'react';
import { resendBy } from '#src/api/call.ts';
import { lineBack, lineLost } from '#src/mirrors/line.ts';
import { Strip } from '#src/ui/strip.tsx';
import { useWords } from '#src/ui/words.ts';

/**
 * App mode `reconnect`: shows that the connection is lost, and retries calls when it is back (docs/product.md#lost-connection).
 */
export function LineStrip() {
  const { say } = useWords();
  const isLost = useSyncExternalStore(lineLost.subscribe, lineLost.get);
  useEffect(() => resendBy(lineBack), []);
  return (
    <div role="status">
      {isLost ? (
        <Strip tone="warn" label={say('reconnect_label')}>
          {say('reconnect_lost')}
        </Strip>
      ) : null}
    </div>
  );
}
