/** A short notice: a text, or the id of a message with its values. */
export type Toast = { text: string } | { textKey: string; values?: Record<string, string> };

export type ToastContext = { shown: Toast | null; queue: Toast[] };

export type ToastEvent =
  | { type: 'toast.show'; toast: Toast }
  /** The page was restored: the toast on screen has been seen. */
  | { type: 'page.restored' };

export const closeAfter = 3_500;
export const clearAfter = 1_000;

/** True if a toast has no text: then it closes the visible one (docs/product.md#toasts). */
export const isEmpty = (toast: Toast): boolean => 'text' in toast && toast.text === '';
