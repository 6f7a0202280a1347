import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type Toast = { key: string | number; tone?: 'info' | 'ok' | 'warn' | 'danger'; text: ReactNode };

export type ToastRegionProps = {
  toast: Toast | null;
  dismissLabel: string;
  onDismiss: () => void;
};

/** A live region must be in the page before its content, or screen readers do not announce it. */
export function ToastRegion({ toast, dismissLabel, onDismiss }: ToastRegionProps) {
  return (
    <div className="toast-region" role="status">
      {toast ? (
        <div className="toast" key={toast.key} data-tone={toast.tone ?? 'info'}>
          <p>{toast.text}</p>
          <button type="button" className="icon-button" aria-label={dismissLabel} onClick={onDismiss}>
            <Icon name="cross" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
