import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { holdMachine } from './hold.machine.ts';
import type { Extended, ExtendInput } from './hold.types.ts';

/** The output of an ended hold whose request is refused with `code`. */
const endedBy = async (code: FailureCode) => {
  const machine = holdMachine.provide({
    actors: {
      extendHold: fromPromise<Extended, ExtendInput>(() => Promise.reject(new Failure({ code, unknown: false }))),
    },
  });
  const input = { token: 'order-1', expiresAt: 0, extensionsLeft: 3, ended: true };
  const actor = createActor(machine, { input }).start();
  return (await waitFor(actor, ({ status }) => status === 'done', { timeout: 2000 })).output;
};

describe('a hold that cannot be renewed', () => {
  it('ends as a session timeout when the seats are gone', async () => {
    expect(await endedBy('seat_reserve_error')).toEqual({ failure: { code: 'session_timeout', unknown: false } });
  });

  it('ends as a closed order when it was paid or cancelled in another tab', async () => {
    expect(await endedBy('order_closed')).toEqual({ failure: { code: 'order_closed', unknown: false } });
  });
});
