import { useSelector } from '@xstate/react';
import type { PurchaseChild } from '#machines/refs.ts';
import { effectOf } from '#src/domain/failures.ts';
import { buttonProps } from '#src/screens/control.ts';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { useVenueClock } from '#src/screens/visit.tsx';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Strip } from '#src/ui/strip.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { useSecondsLeft } from './time-left.ts';

/** From this many seconds before the end the strip is a warning, which the dialog (`warnBefore`) gives as well. */
const warnedFrom = 120;

function HoldLeft({ hold }: { hold: PurchaseChild<'hold'> }) {
  const { t } = useTexts();
  const venueClock = useVenueClock();
  const snapshot = useSelector(hold, (current) => current);
  const left = useSecondsLeft(snapshot.context.expiresAt);
  const extend = { type: 'hold.extend' } as const;
  const isBusy = snapshot.hasTag('pending');
  const text = left === 0 ? t('hold_asking') : t('hold_until', { time: venueClock(snapshot.context.expiresAt) });
  const { failure, lastAdmission } = snapshot.context;
  // The server gives no more time; other failures open a dialog.
  const isRefused = failure !== null && effectOf(failure) === 'mend';
  return (
    <>
      <Strip
        label={t('hold_label')}
        tone={left < warnedFrom ? 'warn' : 'plain'}
        actions={
          snapshot.can(extend) || isBusy ? (
            <Button variant="quiet" busy={isBusy} {...buttonProps(hold, extend)}>
              {t('hold_extend')}
            </Button>
          ) : null
        }
      >
        <span role="status">{unbroken(text)}</span>
        {lastAdmission ? <> {unbroken(t('hold_last_admission', { time: venueClock(lastAdmission) }))}</> : null}
      </Strip>
      {isRefused ? <NoticeBox tone="warn" role="alert" text={t('failure_extension_limit')} /> : null}
    </>
  );
}

/** Until when the tickets are held, which is announced when it changes, and a button to extend it. */
export function HoldStrip() {
  const hold = usePurchaseChild('hold');
  const isHeld = useSelector(hold, (snapshot) => snapshot?.matches('none') === false);
  return hold && isHeld ? <HoldLeft hold={hold} /> : null;
}
