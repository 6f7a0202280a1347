/** A short notice: a text, or the id of one with its values. */
export type Toast = { text: string } | { textKey: string; values?: Record<string, string> };

export type ToastContext = { shown: Toast | null; queue: Toast[] };

export type ToastEvent =
  | { type: 'toast.show'; toast: Toast }
  /** The page was restored: what was on screen has been seen. */
  | { type: 'page.restored' };

export const closeAfter = 3_500;
export const clearAfter = 1_000;

/** Whether a toast says nothing: then it closes the one that is shown (docs/product.md#toasts). */
export const isEmpty = (toast: Toast): boolean => 'text' in toast && toast.text === '';
