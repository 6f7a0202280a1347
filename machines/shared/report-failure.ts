import type { AnyActorRef } from 'xstate';
import type { About, Dialog, DialogEvent } from '#machines/dialog/dialog.types.ts';
import { failureIn } from '#machines/shared/errors.ts';
import type { ToastEvent } from '#machines/toast/toast.types.ts';
import { clock } from '#src/domain/dates.ts';
import { effectOf, type FailureDetails, failures, failureText } from '#src/domain/failures.ts';

const textOf = ({ code, quoted = code, lastAdmission }: FailureDetails): Dialog['text'] => {
  if (lastAdmission) return { textKey: 'failure_last_admission', values: { time: clock(lastAdmission) } };
  const textKey = failureText(code);
  return textKey === 'failure_bad_request' ? { textKey, values: { code: quoted } } : { textKey };
};

/**
 * The dialog of a failure (docs/product.md#failure-dialogs): connection error, bad request with its code, or the generic request
 * error. Visitors quote its number to support.
 */
export const dialogOf = (failure: FailureDetails): Dialog => ({
  number: failures[failure.code].number,
  title: { textKey: failure.code === 'connection_error' ? 'connection_error_title' : 'request_error_title' },
  text: textOf(failure),
  okButton: { textKey: failure.code === 'connection_error' ? 'connection_error_ok' : 'common_ok' },
});

export const openDialog = (dialog: Dialog): DialogEvent => ({ type: 'dialog.ask', dialog });

/** The part of `enqueueActions`'s argument that is needed here. */
export type EnqueueArgs = {
  system: { get: (id: string) => AnyActorRef | undefined };
  enqueue: { sendTo: (actor: AnyActorRef, event: DialogEvent | ToastEvent) => void };
};

/** Shows a dialog or a toast, or closes dialogs; a chart by itself has neither. */
export const enqueueNotice = ({ system, enqueue }: EnqueueArgs, event: DialogEvent | ToastEvent): void => {
  const actor = system.get(event.type.startsWith('toast.') ? 'toast' : 'dialog');
  if (actor) enqueue.sendTo(actor, event);
};

/** Body of an action that closes the dialogs about a fact that has ended. */
export const enqueueWithdrawal = (about: About) => (args: EnqueueArgs) =>
  enqueueNotice(args, { type: 'fact.ended', about });

/** Shows a dialog for failures that are neither shown in place nor silent. */
export const enqueueFailureDialog = (args: EnqueueArgs, failure: FailureDetails): void => {
  const effect = effectOf(failure);
  if (effect === 'reset' || (effect === 'dialog' && !failure.silent))
    enqueueNotice(args, openDialog(dialogOf(failure)));
};

type FailedArgs = EnqueueArgs & {
  event: { type: string };
  enqueue: { assign: (part: { failure: FailureDetails }) => void };
};

/** Body of `reportFailure`: stores the failure, which the page shows in place unless a dialog does. */
export const enqueueFailure = ({ event, ...args }: FailedArgs): void => {
  const failure = failureIn(event);
  args.enqueue.assign({ failure });
  enqueueFailureDialog(args, failure);
};

/** Body of an action that shows a message as a toast. */
export const enqueueToast = (toast: { textKey: string }) => (args: EnqueueArgs) =>
  enqueueNotice(args, { type: 'toast.show', toast });
