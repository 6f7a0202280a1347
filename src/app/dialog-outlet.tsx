import { useSelector } from '@xstate/react';
import type { DialogText } from '#machines/dialog/dialog.types.ts';
import { isFault } from '#src/domain/failures.ts';
import { buttonProps } from '#src/screens/control.ts';
import { useAppChild } from '#src/screens/shop.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The first dialog of the queue. */
export function DialogOutlet() {
  const { t, tAny } = useTexts();
  const actor = useAppChild('dialog');
  const dialog = useSelector(actor, (snapshot) => snapshot?.context.queue[0]);
  if (!actor || !dialog) return null;
  const textOf = (message: DialogText) => ('text' in message ? message.text : tAny(message.textKey, message.values));
  // A failure that the shop does not know is quoted by its code as well.
  const code = 'values' in dialog.text && dialog.text.values?.code;
  // A restored dialog of another screen waits until that screen's texts are loaded.
  if ('textKey' in dialog.title && textOf(dialog.title) === dialog.title.textKey) return null;
  return (
    <Dialog
      key={dialog.number}
      title={textOf(dialog.title)}
      ok={{ children: textOf(dialog.okButton), ...buttonProps(actor, { type: 'dialog.ok' }, { primary: true }) }}
      cancel={
        dialog.ngButton && { children: textOf(dialog.ngButton), ...buttonProps(actor, { type: 'dialog.cancel' }) }
      }
      onDismiss={() => actor.send({ type: 'dialog.dismiss' })}
    >
      <p>{textOf(dialog.text)}</p>
      {isFault(dialog.number) ? (
        <p className="number">{t('dialog_number', { number: `${dialog.number} ${code || ''}` })}</p>
      ) : null}
    </Dialog>
  );
}
