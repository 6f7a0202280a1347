import * as v from 'valibot';
import type { Tag } from '#machines/shared/screens.ts';

/** An event for an actor of the system, as plain data so that a snapshot can hold it (docs/charts.md#toasts-and-dialogs). */
const DialogActionSchema = v.object({ to: v.string(), event: v.looseObject({ type: v.string() }) });

/** A text, or the id of a message with its values. */
export const DialogTextSchema = v.union([
  v.object({ text: v.string() }),
  v.object({ textKey: v.string(), values: v.optional(v.record(v.string(), v.string())) }),
]);
export type DialogText = v.InferOutput<typeof DialogTextSchema>;

/** The hold, purchase page or ticket page that a dialog belongs to: when that ends, the dialog closes. */
const AboutSchema = v.picklist(['hold', 'purchase', 'ticket']);
export type About = v.InferOutput<typeof AboutSchema>;

/** See docs/product.md#dialog-fields. A cancel button exists only with its label. */
const DialogSchema = v.object({
  /** Identifies the dialog: visitors can quote it, and the queue skips duplicates by it. */
  number: v.number(),
  /** The dialog closes when this ends; each dialog with an action has it (docs/charts.md#toasts-and-dialogs). */
  about: v.optional(AboutSchema),
  title: DialogTextSchema,
  text: DialogTextSchema,
  okButton: DialogTextSchema,
  ngButton: v.optional(DialogTextSchema),
  okAction: v.optional(DialogActionSchema),
  onClose: v.optional(DialogActionSchema),
});
export type Dialog = v.InferOutput<typeof DialogSchema>;

export const DialogContextSchema = v.object({ queue: v.array(DialogSchema) });
export type DialogContext = v.InferOutput<typeof DialogContextSchema>;

export type DialogEvent =
  | { type: 'dialog.ask'; dialog: Dialog }
  | { type: 'fact.ended'; about: About }
  | { type: 'dialog.ok' }
  | { type: 'dialog.cancel' }
  /** The visitor clicked the background, or the browser closed the dialog. */
  | { type: 'dialog.dismiss' };

export type DialogTypes = { context: DialogContext; events: DialogEvent; tags: Tag };
