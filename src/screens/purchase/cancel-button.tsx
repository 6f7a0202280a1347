import { useSelector } from '@xstate/react';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import { marks } from '#src/screens/control.ts';
import { useAppChild, usePurchase } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Confirmation before an order is cancelled, because a cancelled order cannot be restored. */
export const cancelQuestion: Dialog = {
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
  const isThere = useSelector(usePurchase(), (snapshot) => snapshot.can({ type: 'order.cancel' }));
  if (!isThere) return null;
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
