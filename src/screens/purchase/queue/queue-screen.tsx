import './queue.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { queueMachine } from '#machines/queue/queue.machine.ts';
import type { QueuePlace } from '#src/domain/queue.ts';
import { buttonProps } from '#src/screens/control.ts';
import { usePurchaseChild } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { useSecondsLeft } from '../time-left.ts';

/** Shown with every reply; it is not announced, since it changes all the time. */
function Position({ place, isStale }: { place: QueuePlace | null; isStale: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {place ? <p className="queue-ahead">{unbroken(t('queue_ahead', { count: place.ahead }))}</p> : null}
      {place?.is_behind ? <NoticeBox text={t('queue_behind')} /> : null}
      {isStale ? <NoticeBox tone="warn" role="status" text={t('queue_stale')} /> : null}
      <p className="fine">{t('queue_kept')}</p>
    </>
  );
}

function Place({ queue }: { queue: ActorRefFrom<typeof queueMachine> }) {
  const { t } = useTexts();
  const snapshot = useSelector(queue, (current) => current);
  const { place, until, isStale } = snapshot.context;
  const left = useSecondsLeft(until);
  const isAdmitted = snapshot.matches('admitted');
  const isOver = snapshot.matches('over');
  const isWaiting = !isAdmitted && !isOver;
  const text = () => {
    if (isAdmitted) return t('queue_turn', { minutes: Math.max(1, Math.ceil(left / 60)) });
    if (isOver) return t('queue_over');
    if (!place) return t('common_loading');
    const minutes = Math.round(place.wait_seconds / 60);
    return minutes < 1 ? t('queue_soon') : t('queue_wait', { minutes });
  };
  const title = t(isAdmitted ? 'queue_turn_title' : isOver ? 'queue_over_title' : 'queue_title');
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      {/* The region stays, so that each change is announced: the wait by the minute, and the turn. */}
      <p role="status">{unbroken(text())}</p>
      {isWaiting ? <Position place={place} isStale={isStale} /> : null}
      <ButtonRow>
        <Button
          variant={isWaiting ? 'secondary' : 'primary'}
          {...buttonProps(queue, { type: isAdmitted ? 'queue.enter' : 'queue.leave' }, { primary: !isWaiting })}
        >
          {t(isAdmitted ? 'queue_continue' : 'queue_back')}
        </Button>
      </ButtonRow>
    </>
  );
}

/** A place in the waiting room (docs/product.md#screen-queue). */
export function QueueScreen() {
  const order = usePurchaseChild('order');
  const queue = useSelector(order, (snapshot) => snapshot?.children.queue);
  return queue ? <Place queue={queue} /> : null;
}
