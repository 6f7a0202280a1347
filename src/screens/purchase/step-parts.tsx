import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { effectOf } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { useAppChild, usePurchase, usePurchaseChild } from '#src/screens/shop.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { useVenueClock, VisitText } from '#src/screens/visit.tsx';
import { VisitBar } from '#src/screens/visit-bar.tsx';
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

/** Changes of the order that the visitor has to see before paying. */
export function ChangeNotice() {
  const { t, price } = useTexts();
  const { changed, order } = useSelector(usePurchase(), (snapshot) => snapshot.context);
  if (!order || changed.length === 0) return null;
  return (
    <NoticeBox tone="warn" role="alert" title={t('order_changed_title')}>
      {changed.includes('visit') ? (
        <>
          <p>{t('order_changed_visit')}</p>
          <VisitText visit={order.main_product} />
        </>
      ) : null}
      {changed.includes('coupon') ? <p>{t('order_changed_coupon')}</p> : null}
      {changed.includes('total') ? <p>{unbroken(t('order_changed_total', { price: price(order.price) }))}</p> : null}
    </NoticeBox>
  );
}

/** The order and its amount, with the button to the next step: the same on every step after the order. */
export function PurchaseBar({ order, children }: { order: Order; children?: ReactNode }) {
  const { price } = useTexts();
  return (
    <VisitBar sold={useTranslatedOrder()(order).main_product} amount={price(order.price)}>
      {children}
    </VisitBar>
  );
}

/** Confirmation before an order is cancelled, because a cancelled order cannot be restored. */
const cancelQuestion: Dialog = {
  number: 2,
  about: 'purchase',
  title: { textKey: 'cancel_title' },
  text: { textKey: 'cancel_text' },
  okButton: { textKey: 'sign_in_cancel' },
  ngButton: { textKey: 'cancel_keep' },
  okAction: { to: 'purchase', event: { type: 'order.cancel' } },
};

/** Cancels the order and releases its seats, after a confirmation; hidden if there is nothing to cancel. */
export function CancelButton() {
  const { t } = useTexts();
  const dialog = useAppChild('dialog');
  const canCancel = useSelector(usePurchase(), (snapshot) => snapshot.can({ type: 'order.cancel' }));
  if (!canCancel) return null;
  return (
    <Button
      variant="quiet"
      {...marks('order.cancel')}
      onClick={() => dialog?.send({ type: 'dialog.ask', dialog: cancelQuestion })}
    >
      {t('sign_in_cancel')}
    </Button>
  );
}
