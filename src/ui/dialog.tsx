import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { Button } from './button.tsx';
import type { DataProps } from './data.ts';

type Action = DataProps & { children: ReactNode; onClick: () => void };

export type DialogProps = {
  title: ReactNode;
  children?: ReactNode;
  ok: Action;
  /** Without it there is no cancel button, and Esc does nothing. */
  cancel?: Action | undefined;
  /** A click on the background, or the browser closed the dialog by itself: closes without the OK action. */
  onDismiss: () => void;
};

/** A modal dialog, open while it is rendered. On closing, the focus returns to the earlier element. */
export function Dialog({ title, children, ok, cancel, onDismiss }: DialogProps) {
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<EventTarget>(null);

  // not a layout effect: a screen that appears with the dialog has moved the focus to its heading by then, which gets it back
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

  // Browsers let a second Esc close the dialog even if the cancel event was prevented.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !cancel && event.preventDefault();
  const onCancelled = (event: SyntheticEvent) => {
    event.preventDefault();
    cancel?.onClick();
  };
  // The dialog element itself is the target only outside its content, or of a drag that leaves this.
  const onMouseDown = ({ target }: MouseEvent) => (pressed.current = target);
  const onClick = ({ target, currentTarget }: MouseEvent) =>
    target === currentTarget && (pressed.current ?? target) === target && onDismiss();
  // Android's Back closes the dialog the second time, even if the cancel event was prevented. The event comes late: a dialog that
  // is open again by then was closed and shown by the effect above.
  const onClose = () => box.current?.open || onDismiss();
  return (
    <dialog
      ref={box}
      className="dialog"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={onCancelled}
      onMouseDown={onMouseDown}
      onClick={onClick}
      onClose={onClose}
    >
      <div className="dialog-content">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children ? <div className="dialog-text">{children}</div> : null}
        <div className="button-row">
          <Button variant="primary" {...ok} />
          {cancel ? <Button {...cancel} /> : null}
        </div>
      </div>
    </dialog>
  );
}
