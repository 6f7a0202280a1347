import * as v from 'valibot';
import { type DialogText, DialogTextSchema } from '#machines/dialog/dialog.types.ts';
import type { Tag } from '#machines/shared/screens.ts';

/** A short notice: a text, or the id of a message with its values. */
export type Toast = DialogText;

export const ToastContextSchema = v.object({ shown: v.nullable(DialogTextSchema), queue: v.array(DialogTextSchema) });

export type ToastEvent =
  | { type: 'toast.show'; toast: Toast }
  /** The page was restored: the toast on screen has been seen. */
  | { type: 'page.restored' };

export type ToastTypes = {
  context: v.InferOutput<typeof ToastContextSchema>;
  events: ToastEvent;
  tags: Tag | 'shown';
  children: { toastClose: 'wait'; toastClear: 'wait' };
};
