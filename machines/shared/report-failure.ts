import type { AnyActorRef } from 'xstate';
import type { About, Dialog, DialogEvent } from '#machines/dialog/dialog.types.ts';
import { failureIn } from '#machines/shared/errors.ts';
import type { ToastEvent } from '#machines/toast/toast.types.ts';
import { clock } from '#src/domain/dates.ts';
import { effectOf, type FailureDetails, failures, failureText } from '#src/domain/failures.ts';

/**
 * The dialog of a failure (docs/product.md#failure-dialogs): connection error, bad request with its code, or the generic request
 * error. Visitors quote its number to support.
 */
export const dialogOf = (failure: FailureDetails): Dialog => ({
  number: failures[failure.code].number,
  title: { textKey: failure.code === 'connection_error' ? 'connection_error_title' : 'request_error_title' },
  text: failure.lastAdmission
    ? { textKey: 'failure_last_admission', values: { time: clock(failure.lastAdmission) } }
    : {
        textKey: failureText(failure.code),
        ...(failureText(failure.code) === 'failure_bad_request' && {
          values: { code: failure.quoted ?? failure.code },
        }),
      },
  okButton: { textKey: failure.code === 'connection_error' ? 'connection_error_ok' : 'common_ok' },
});

export const openDialog = (dialog: Dialog): DialogEvent => ({ type: 'dialog.ask', dialog });

/** The part of `enqueueActions`'s argument that is needed here. */
type EnqueueArgs = {
  event: { type: string };
  system: { get: (id: string) => AnyActorRef | undefined };
  enqueue: { sendTo: (actor: AnyActorRef, event: DialogEvent) => void };
};

type StoreArgs = EnqueueArgs & { enqueue: { assign: (part: { failure: FailureDetails }) => void } };

/** Body of an action that closes the dialogs about a fact that has ended. */
export const enqueueWithdrawal =
  (about: About) =>
  ({ system, enqueue }: Omit<EnqueueArgs, 'event'>): void => {
    const dialog = system.get('dialog');
    if (dialog) enqueue.sendTo(dialog, { type: 'fact.ended', about });
  };

/** Shows a dialog for failures that are neither shown in place nor silent. */
export const enqueueFailureDialog = ({ system, enqueue, event }: EnqueueArgs): void => {
  const failure = failureIn(event);
  const dialog = system.get('dialog');
  const effect = effectOf(failure);
  if (dialog && (effect === 'reset' || (effect === 'dialog' && !failure.silent)))
    enqueue.sendTo(dialog, openDialog(dialogOf(failure)));
};

/** Body of `reportFailure`: stores the failure, which the page shows in place unless a dialog does. */
export const enqueueFailure = ({ enqueue, ...args }: StoreArgs): void => {
  enqueue.assign({ failure: failureIn(args.event) });
  enqueueFailureDialog({ ...args, enqueue });
};

type ToastArgs = {
  system: EnqueueArgs['system'];
  enqueue: { sendTo: (actor: AnyActorRef, event: ToastEvent) => void };
};

/** Body of an action that shows a message as a toast. */
export const enqueueToast =
  (text: { textKey: string }) =>
  ({ system, enqueue }: ToastArgs): void => {
    const toast = system.get('toast');
    if (toast) enqueue.sendTo(toast, { type: 'toast.show', toast: text });
  };
