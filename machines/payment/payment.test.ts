import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { order } from '#test/paths/answers.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { paymentMachine } from './payment.machine.ts';

/** The payment page's chart with controlled actors; nothing is chosen yet. */
const open = () => {
  const { machine, simulated } = simulateActors(paymentMachine);
  const actor = createActor(machine, { input: { token: 'order-1', order, method: null, failure: null } }).start();
  return { actor, simulated };
};

describe('the payment step', () => {
  it('does not end without a chosen method, whatever its event names', () => {
    const { actor } = open();
    actor.send({ type: 'payment.submit', method: 'stripe_secure' });
    expect(actor.getSnapshot().value).toBe('choosing');
    expect(actor.getSnapshot().context.failure).toMatchObject({ code: 'invalid_input', fields: ['payment_method'] });
  });

  it('takes the token of the method that was chosen, and of no other', () => {
    const { actor, simulated } = open();
    actor.send({ type: 'method.choose', method: 'stripe_secure' });
    actor.send({ type: 'payment.submit', method: 'gmo' });
    expect(actor.getSnapshot().value).toBe('choosing');
    actor.send({ type: 'payment.submit', method: 'stripe_secure' });
    expect(simulated.input('takeToken')).toEqual({ method: 'stripe_secure' });
  });
});
