import { useSelector } from '@xstate/react';
import { useAppChild } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The first toast. Its region is always in the page, so that it is announced; an empty toast dismisses the shown one. */
export function ToastOutlet() {
  const { t, tAny, isLoaded } = useTexts();
  const actor = useAppChild('toast');
  const shown = useSelector(actor, (snapshot) => (snapshot?.hasTag('shown') ? snapshot.context.shown : null));
  // A notice of another screen waits until that screen's texts are loaded.
  const isWaiting = shown !== null && 'textKey' in shown && !isLoaded(shown.textKey);
  const text = shown && !isWaiting ? ('text' in shown ? shown.text : tAny(shown.textKey, shown.values)) : null;
  return (
    <div className="toast-region" role="status">
      {text ? (
        <div className="toast" key={text}>
          <p>{text}</p>
          <button
            type="button"
            className="icon-button"
            aria-label={t('common_close')}
            onClick={() => actor?.send({ type: 'toast.show', toast: { text: '' } })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
