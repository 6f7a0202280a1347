/** An event for an actor of the system, as plain data so that a snapshot can hold it (docs/charts.md#toasts-and-dialogs). */
export type Errand = { to: string; event: { type: string } };

/** A text, or the id of a message with its values. */
export type DialogText = { text: string } | { textKey: string; values?: Record<string, string> };

/** See docs/product.md#dialog-fields. A cancel button exists only with its label. */
export type Dialog = {
  /** Identifies the dialog: visitors can quote it, and the queue skips duplicates by it. */
  number: number;
  title: DialogText;
  text: DialogText;
  okButton: DialogText;
  ngButton?: DialogText;
  okAction?: Errand;
  onClose?: Errand;
};

export type DialogContext = { queue: Dialog[] };

export type DialogEvent =
  | { type: 'dialog.ask'; dialog: Dialog }
  | { type: 'dialog.ok' }
  | { type: 'dialog.cancel' }
  /** Click on the background, or the Escape key. */
  | { type: 'dialog.dismiss' };
