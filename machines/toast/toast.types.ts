/** A short notice: a text, or the id of a message with its values. */
export type Toast = { text: string } | { textKey: string; values?: Record<string, string> };

export type ToastContext = { shown: Toast | null; queue: Toast[] };

export type ToastEvent =
  | { type: 'toast.show'; toast: Toast }
  /** The page was restored: the toast on screen has been seen. */
  | { type: 'page.restored' };
