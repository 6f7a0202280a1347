import { describe, expect, it } from 'vitest';
import { createActor, enqueueActions, setup } from 'xstate';
import { dialogMachine } from '#machines/dialog/dialog.machine.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { dialogOf, enqueueFailureDialog } from './report-failure.ts';

/** The dialogs in the queue after a chart has failed once with `failure`. */
const dialogsAfter = (failure: FailureDetails) => {
  const failing = setup({
    types: {} as { events: { type: 'failed'; failure: FailureDetails } },
    actors: { dialog: dialogMachine },
    actions: { reportFailure: enqueueActions(enqueueFailureDialog) },
  }).createMachine({
    invoke: { id: 'dialog', systemId: 'dialog', src: 'dialog' },
    on: { failed: { actions: 'reportFailure' } },
  });
  const actor = createActor(failing).start();
  actor.send({ type: 'failed', failure });
  const dialog = actor.getSnapshot().children.dialog?.getSnapshot();
  actor.stop();
  return dialog && 'context' in dialog ? dialog.context : null;
};

describe('reportFailure', () => {
  it.each([
    ['session_timeout', 1],
    ['rate_limited', 1],
    ['connection_error', 1],
    ['coupon_expired', 0],
    ['payment_api_failure', 0],
  ] as const)('%s opens %i dialogs', (code, count) => {
    expect(dialogsAfter({ code, unknown: false })).toMatchObject({ queue: { length: count } });
  });

  it('a silent call opens no dialog, except for session_timeout', () => {
    expect(dialogsAfter({ code: 'request_error', silent: true, unknown: false })).toEqual({ queue: [] });
    expect(dialogsAfter({ code: 'session_timeout', silent: true, unknown: false })).toMatchObject({
      queue: { length: 1 },
    });
  });
});

describe('the dialog of a failure', () => {
  it('quotes the server’s error code, known or unknown', () => {
    const foreign = dialogOf({ code: 'bad_request', quoted: 'X-17', unknown: false });
    expect(foreign.text).toEqual({ textKey: 'failure_bad_request', values: { code: 'X-17' } });
    const own = dialogOf({ code: 'idempotency_key_reused', unknown: false });
    expect(own.text).toEqual({ textKey: 'failure_bad_request', values: { code: 'idempotency_key_reused' } });
  });

  it('quotes nothing beside its number for other failures', () => {
    expect(dialogOf({ code: 'order_closed', unknown: false }).text).toEqual({ textKey: 'failure_order_closed' });
  });

  it('is the generic request error without a code', () => {
    expect(dialogOf({ code: 'request_error', unknown: true }).text).toMatchObject({ textKey: 'failure_request_error' });
  });

  it('has a number of its own', () => {
    const numbers = (['session_timeout', 'bad_request', 'connection_error'] as const).map(
      (code) => dialogOf({ code, unknown: false }).number,
    );
    expect(new Set(numbers).size).toBe(3);
  });
});
