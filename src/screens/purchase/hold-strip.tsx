import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { holdMachine } from '#machines/hold/hold.machine.ts';
import { clock as venueClock } from '#src/domain/dates.ts';
import { effectOf } from '#src/domain/failures.ts';
import { buttonProps } from '#src/screens/control.ts';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Strip } from '#src/ui/strip.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { type Clock, pageClock, useSecondsLeft, useSpokenMinutes } from './time-left.ts';

/** Below this many seconds the strip counts seconds, above it whole minutes. */
const countedFrom = 120;

const minutesAndSeconds = (left: number): string => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;

function HoldLeft({ hold, clock }: { hold: ActorRefFrom<typeof holdMachine>; clock: Clock }) {
  const { t } = useTexts();
  const snapshot = useSelector(hold, (current) => current);
  const left = useSecondsLeft(snapshot.context.expiresAt, clock);
  const extend = { type: 'hold.extend' } as const;
  const isBusy = snapshot.hasTag('pending');
  const text =
    left === 0
      ? t('hold_asking')
      : left < countedFrom
        ? t('hold_left_seconds', { time: minutesAndSeconds(left) })
        : t('hold_left_minutes', { minutes: Math.floor(left / 60) });
  const { failure, lastAdmission } = snapshot.context;
  const spoken = useSpokenMinutes(snapshot.context.expiresAt, left, clock);
  return (
    <>
      <Strip
        label={t('hold_label')}
        tone={left < countedFrom ? 'warn' : 'plain'}
        actions={
          snapshot.can(extend) || isBusy ? (
            <Button variant="quiet" busy={isBusy} {...buttonProps(hold, extend)}>
              {t('hold_extend')}
            </Button>
          ) : null
        }
      >
        {unbroken(text)}
        {lastAdmission ? <> {unbroken(t('hold_last_admission', { time: venueClock(lastAdmission) }))}</> : null}
      </Strip>
      <p className="vh" role="status">
        {spoken === null ? null : t('hold_left_minutes', { minutes: spoken })}
      </p>
      {failure && effectOf(failure) === 'mend' ? (
        <NoticeBox tone="warn" role="alert">
          <p>{t('failure_extension_limit')}</p>
        </NoticeBox>
      ) : null}
    </>
  );
}

/** Time left of the hold, and a button to extend it. Few announcements, because the hold's dialog warns in time. */
export function HoldStrip({ clock = pageClock }: { clock?: Clock }) {
  const hold = usePurchaseChild('hold');
  const isHeld = useSelector(hold, (snapshot) => snapshot?.matches('none') === false);
  return hold && isHeld ? <HoldLeft hold={hold} clock={clock} /> : null;
}
