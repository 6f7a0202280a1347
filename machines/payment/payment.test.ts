import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { FailureDetails } from '#src/domain/failures.ts';
import { order } from '#test/paths/answers.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { paymentMachine } from './payment.machine.ts';

/** The payment page's chart with controlled actors; nothing is chosen yet. */
const open = (failure: FailureDetails | null = null) => {
  const { machine, simulated } = simulateActors(paymentMachine);
  const actor = createActor(machine, { input: { token: 'order-1', order, method: null, failure } }).start();
  return { actor, simulated };
};

describe('the payment step', () => {
  it('does not end without a method', () => {
    const { actor } = open();
    actor.send({ type: 'payment.submit', method: null });
    expect(actor.getSnapshot().value).toBe('choosing');
    expect(actor.getSnapshot().context.failure).toMatchObject({ code: 'invalid_input', fields: ['payment_method'] });
  });

  it('takes the token of the method that the page shows as chosen, and says meanwhile why the visitor is back', () => {
    const declined = { code: 'payment_api_failure', unknown: false } as const;
    const { actor, simulated } = open(declined);
    actor.send({ type: 'payment.submit', method: 'gmo' });
    expect(simulated.input('takeToken')).toEqual({ method: 'gmo' });
    expect(actor.getSnapshot().context).toMatchObject({ method: 'gmo', failure: declined });
  });
});

describe('the sheet of an express wallet', () => {
  const payment = { token: 'ctoken_1', brand: 'visa', last4: '4242', wallet: 'apple_pay' } as const;

  it('that was confirmed ends the step with its token and method, whatever was chosen before', () => {
    const { actor, simulated } = open();
    actor.send({ type: 'method.choose', method: 'gmo_paypay' });
    actor.send({ type: 'sheet.confirmed', method: 'stripe_secure', payment });
    const { status, output } = actor.getSnapshot();
    expect(status).toBe('done');
    expect(output).toMatchObject({ method: 'stripe_secure', payment, failure: null });
    expect(simulated.waiting()).not.toContain('payment/takeToken');
  });

  it('that was closed leaves method and form as they are, with the reason', () => {
    const failure = { code: 'token_unavailable', quoted: 'closed', unknown: false } as const;
    const { actor, simulated } = open();
    actor.send({ type: 'method.choose', method: 'gmo_paypay' });
    actor.send({ type: 'sheet.closed', failure });
    expect(actor.getSnapshot().context).toMatchObject({ method: 'gmo_paypay', failure, payment: null });
    actor.send({ type: 'payment.submit', method: 'gmo_paypay' });
    expect(simulated.input('takeToken')).toEqual({ method: 'gmo_paypay' });
  });

  it('pays nothing while another token is being made', () => {
    const { actor } = open();
    actor.send({ type: 'method.choose', method: 'gmo_paypay' });
    actor.send({ type: 'payment.submit', method: 'gmo_paypay' });
    actor.send({ type: 'sheet.confirmed', method: 'stripe_secure', payment });
    expect(actor.getSnapshot().value).toBe('tokenising');
    expect(actor.getSnapshot().context.payment).toBeNull();
  });
});
