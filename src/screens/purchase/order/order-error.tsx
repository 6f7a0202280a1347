import type { Ref } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import { effectOf, failureText } from '#src/domain/failures.ts';
import { refusedSet } from '#src/domain/order-lines.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

export type OrderErrorProps = {
  context: OrderContext;
  busy: boolean;
  onSubmit: () => void;
  /** Receives the focus when an attempt was refused. */
  ref: Ref<HTMLDivElement>;
};

/** Why the last attempt was refused, unless it is shown at the slots, at the set products or by a dialog. */
export function OrderError({ context, busy, onSubmit, ref }: OrderErrorProps) {
  const { t, tAny } = useTexts();
  const { contact_mail, contact_phone } = useCatalogue().configurations;
  const { failure, missed } = context;
  if (!failure || refusedSet(failure) >= 0 || missed || effectOf(failure) !== 'mend') return null;
  /* The choice is valid, so the same order is retried with a new token. */
  const again = failure.code.startsWith('bot_check') ? (
    <Button busy={busy} onClick={onSubmit} {...marks('order.submit', { key: 'again' })}>
      {t('common_try_again')}
    </Button>
  ) : null;
  return (
    <NoticeBox
      ref={ref}
      tabIndex={-1}
      role="alert"
      tone="error"
      actions={again}
      text={tAny(failureText(failure.code), { contact: contact_mail || contact_phone })}
    />
  );
}
