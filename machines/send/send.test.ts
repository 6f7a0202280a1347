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
  it('selects one person at first and stores no entry code', () => {
    const { actor } = open();
    const { parts, ticket } = actor.getSnapshot().context;
    expect(parts).toEqual([{ id: 'adult', count: 1 }]);
    expect(ticket).toMatchObject({ entry_code: '', people: [] });
  });

  it('retries with the same key, also after going back to the form', () => {
    const { actor, check, submit } = open();
    check();
    const first = submit(noReply);
    expect(actor.getSnapshot().matches('checking')).toBe(true);
    expect(submit(noReply)).toEqual(first);
    actor.send({ type: 'step.back' });
    actor.send({ type: 'page.restored', lang: 'ja' });
    expect(actor.getSnapshot().matches('reading')).toBe(true);
  });

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

  it('reads the ticket again when it has changed, and limits the selection to the people still on it', () => {
    const { actor, simulated, check, submit } = open();
    check();
    submit({ code: 'invalid_quantity' });
    const [adult] = party().order_options;
    if (!adult) throw new Error('the sample ticket has adults');
    simulated.resolve('readTicket', { ...party(), quantity: 1, order_options: [{ ...adult, quantity: 1 }] });
    const { context } = actor.getSnapshot();
    expect(context.parts).toEqual([{ id: 'adult', count: 1 }]);
    expect(context.failure?.code).toBe('invalid_quantity');
  });

  it('reads the ticket again after a reload of a page that could only report a failure', () => {
    const { machine, simulated } = simulateActors(sendMachine);
    const actor = createActor(machine, { input: { token: 'ticket-1', lang: 'en' } }).start();
    const reload = () => actor.send({ type: 'page.restored', lang: 'ja' });
    simulated.reject('readTicket', new Failure({ code: 'connection_error', unknown: true }));
    expect(actor.getSnapshot().matches('unreachable')).toBe(true);
    reload();
    simulated.reject('readTicket', new Failure({ code: 'token_not_found', unknown: false }));
    expect(actor.getSnapshot().matches('missing')).toBe(true);
    reload();
    simulated.resolve('readTicket', party('used'));
    expect(actor.getSnapshot().matches('closed')).toBe(true);
    reload();
    simulated.resolve('readTicket', party());
    expect(actor.getSnapshot().matches('choosing')).toBe(true);
  });

  it('requires that somebody stays on a split ticket', () => {
    const { actor } = open();
    actor.send({ type: 'way.choose', way: 'link' });
    actor.send({ type: 'people.set', part: { id: 'adult', count: 2 } });
    actor.send({ type: 'send.check', email: '', note: '' });
    expect(actor.getSnapshot().context.failure?.code).toBe('split_no_child');
    actor.send({ type: 'people.set', part: { id: 'adult', count: 1 } });
    actor.send({ type: 'send.check', email: '', note: '' });
    expect(actor.getSnapshot().context.transfer).toMatchObject({
      way: 'link',
      option_values: [{ id: 'adult', count: 1 }],
    });
  });
});
