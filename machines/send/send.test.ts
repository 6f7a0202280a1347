import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { Failure, type FailureDetails } from '#src/domain/failures.ts';
import { party } from '#test/paths/plans/send.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { sendMachine } from './send.machine.ts';

/** The chart with controlled actors; the ticket is for two adults. */
const open = () => {
  const { machine, simulated } = simulateActors(sendMachine);
  const actor = createActor(machine, { input: { token: 'ticket-1', lang: 'en' } }).start();
  simulated.resolve('readTicket', party());
  return {
    actor,
    simulated,
    check: (email = 'friend@visitor.example') => actor.send({ type: 'send.check', email, note: '' }),
    /** Submits, rejects the request with `failure` and returns what was sent. */
    submit: (failure: Partial<FailureDetails> & Pick<FailureDetails, 'code'>) => {
      actor.send({ type: 'send.submit' });
      const sent = simulated.input('handOver');
      simulated.reject('handOver', new Failure({ unknown: false, ...failure }));
      return sent;
    },
  };
};

const noReply = { code: 'connection_error', unknown: true } as const;

describe('handing over', () => {
  it('sends the same transfer again after going back, even if the language has changed', () => {
    const { actor, simulated, check, submit } = open();
    check();
    const first = submit(noReply);
    actor.send({ type: 'step.back' });
    actor.send({ type: 'page.restored', lang: 'ja' });
    simulated.resolve('readTicket', { ...party(), as_of: '2026-12-01T09:31:00+09:00' });
    check();
    expect(submit(noReply)).toEqual(first);
  });

  it('retries with the same key after the visitor has looked at the other way of handing over', () => {
    const { actor, check, submit } = open();
    check();
    const first = submit(noReply);
    actor.send({ type: 'step.back' });
    actor.send({ type: 'way.choose', way: 'link' });
    actor.send({ type: 'way.choose', way: 'mail' });
    check();
    expect(submit(noReply)).toEqual(first);
  });

  it('uses a new key for another transfer and after each definite failure', () => {
    const { actor, check, submit } = open();
    check();
    const requests = [submit(noReply)];
    actor.send({ type: 'step.back' });
    check('other@visitor.example');
    requests.push(submit({ code: 'rate_limited' }), submit({ code: 'rate_limited' }));
    expect(new Set(requests.map((sent) => JSON.stringify(sent))).size).toBe(3);
  });
});
