import { useSelector } from '@xstate/react';
import type { Words } from '#machines/dialog/dialog.types.ts';
import { press } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useWords } from '#src/ui/words.ts';

/** The first dialog of the queue. */
export function DialogOutlet() {
  const { app } = useShop();
  const { say, sayAny } = useWords();
  const actor = useSelector(app, ({ children }) => children.dialog);
  const dialog = useSelector(actor, (snapshot) => snapshot?.context.queue[0]);
  if (!actor || !dialog) return null;
  const words = (given: Words) => ('text' in given ? given.text : sayAny(given.textKey, given.values));
  // A restored dialog of another screen waits until that screen's texts are loaded.
  if ('textKey' in dialog.title && words(dialog.title) === dialog.title.textKey) return null;
  const { onClick: onOk, ...okData } = press(actor, { type: 'dialog.ok' }, { primary: true });
  const { onClick: onCancel, ...cancelData } = press(actor, { type: 'dialog.cancel' });
  return (
    <Dialog
      key={dialog.number}
      title={words(dialog.title)}
      okLabel={words(dialog.okButton)}
      onOk={onOk}
      okData={okData}
      {...(dialog.ngButton ? { cancelLabel: words(dialog.ngButton), onCancel, cancelData } : {})}
      onDismiss={() => actor.send({ type: 'dialog.dismiss' })}
    >
      <p>{words(dialog.text)}</p>
      <p className="number">{say('dialog_number', { number: dialog.number })}</p>
    </Dialog>
  );
}
