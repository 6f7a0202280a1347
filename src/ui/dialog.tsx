import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import type { DataProps } from './data.ts';

export type DialogProps = {
  title: ReactNode;
  children?: ReactNode;
  okLabel: ReactNode;
  onOk: () => void;
  /** Without a label there is no cancel button, and Esc does nothing. */
  cancelLabel?: ReactNode;
  onCancel?: (() => void) | undefined;
  /** A click on the background: closes without the OK action. */
  onDismiss: () => void;
  okData?: DataProps | undefined;
  cancelData?: DataProps | undefined;
};

/** A modal dialog, open while it is rendered. On closing, the focus returns to the earlier element. */
export function Dialog(props: DialogProps) {
  const { title, children, okLabel, onOk, cancelLabel, onCancel, onDismiss, okData, cancelData } = props;
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const cancellable = Boolean(cancelLabel);

  // not a layout effect: the heading of a screen that comes with the dialog has the focus before
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    heading.current?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const events = new AbortController();
    const { signal } = events;
    // Browsers let a second Esc close the dialog even if the cancel event was prevented.
    dialog.addEventListener('keydown', (event) => event.key === 'Escape' && !cancellable && event.preventDefault(), {
      signal,
    });
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault();
        if (cancellable) onCancel?.();
      },
      { signal },
    );
    // The dialog element itself is the target only outside its content, or of a drag that leaves this.
    let pressed: EventTarget | null = dialog;
    dialog.addEventListener('mousedown', ({ target }) => (pressed = target), { signal });
    dialog.addEventListener('click', ({ target }) => target === dialog && pressed === dialog && onDismiss(), {
      signal,
    });
    return () => events.abort();
  }, [cancellable, onCancel, onDismiss]);

  return (
    <dialog ref={box} className="dialog" aria-labelledby={titleId}>
      <div className="dialog-content">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children ? <div className="dialog-text">{children}</div> : null}
        <div className="button-row">
          <Button variant="primary" onClick={onOk} {...okData}>
            {okLabel}
          </Button>
          {cancelLabel ? (
            <Button onClick={onCancel} {...cancelData}>
              {cancelLabel}
            </Button>
          ) : null}
        </div>
      </div>
    </dialog>
  );
}
