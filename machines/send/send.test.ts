import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { Failure, type FailureNote } from '#src/domain/failures.ts';
import { party } from '#test/paths/plans/send.ts';
import { holdActors } from '#test/tools/explore/held.ts';
import { sendMachine } from './send.machine.ts';

/** The chart with controlled actors; the ticket is for two adults. */
const open = () => {
  const { machine, held } = holdActors(sendMachine);
  const actor = createActor(machine, { input: { token: 'ticket-1', lang: 'en' } }).start();
  held.resolve('readTicket', party());
  return {
    actor,
    held,
    check: (email = 'friend@visitor.example') => actor.send({ type: 'send.check', email, note: '' }),
    /** Submits, rejects the request with `note` and returns what was sent. */
    submit: (note: Partial<FailureNote> & Pick<FailureNote, 'code'>) => {
      actor.send({ type: 'send.submit' });
      const sent = held.input('handOver');
      held.reject('handOver', new Failure({ unknown: false, ...note }));
      return sent;
    },
  };
};

const silence = { code: 'connection_error', unknown: true } as const;

describe('handing over', () => {
  it('begins with everybody, and keeps no code of the ticket', () => {
    const { actor } = open();
    const { parts, ticket } = actor.getSnapshot().context;
    expect(parts).toEqual([{ id: 'adult', count: 2 }]);
    expect(ticket).toMatchObject({ entry_code: '', people: [] });
  });

  it('asks with the same key whether it happened, also after a look back at the form', () => {
    const { actor, check, submit } = open();
    check();
    const first = submit(silence);
    expect(actor.getSnapshot().matches('checking')).toBe(true);
    expect(submit(silence)).toEqual(first);
    actor.send({ type: 'step.back' });
    actor.send({ type: 'page.restored', lang: 'ja' });
    expect(actor.getSnapshot().matches('reading')).toBe(true);
  });

  it('packs the same parcel again after a look back, whatever the language is now', () => {
    const { actor, held, check, submit } = open();
    check();
    const first = submit(silence);
    actor.send({ type: 'step.back' });
    actor.send({ type: 'page.restored', lang: 'ja' });
    held.resolve('readTicket', { ...party(), as_of: '2026-12-01T09:31:00+09:00' });
    check();
    expect(submit(silence)).toEqual(first);
  });

  it('takes another key for another parcel, and after each definite answer', () => {
    const { actor, check, submit } = open();
    check();
    const parcels = [submit(silence)];
    actor.send({ type: 'step.back' });
    check('other@visitor.example');
    parcels.push(submit({ code: 'rate_limited' }), submit({ code: 'rate_limited' }));
    expect(new Set(parcels.map((sent) => JSON.stringify(sent))).size).toBe(3);
  });

  it('reads the ticket again when it is not what it was: nobody goes who is not there any more', () => {
    const { actor, held, check, submit } = open();
    check();
    submit({ code: 'invalid_quantity' });
    const [adult] = party().order_options;
    if (!adult) throw new Error('the sample ticket has adults');
    held.resolve('readTicket', { ...party(), quantity: 1, order_options: [{ ...adult, quantity: 1 }] });
    const { context } = actor.getSnapshot();
    expect(context.parts).toEqual([{ id: 'adult', count: 1 }]);
    expect(context.note?.code).toBe('invalid_quantity');
  });

  it('asks anew after a reload where it only said that nothing can be done', () => {
    const { machine, held } = holdActors(sendMachine);
    const actor = createActor(machine, { input: { token: 'ticket-1', lang: 'en' } }).start();
    const reload = () => actor.send({ type: 'page.restored', lang: 'ja' });
    held.reject('readTicket', new Failure({ code: 'connection_error', unknown: true }));
    expect(actor.getSnapshot().matches('unreachable')).toBe(true);
    reload();
    held.reject('readTicket', new Failure({ code: 'token_not_found', unknown: false }));
    expect(actor.getSnapshot().matches('missing')).toBe(true);
    reload();
    held.resolve('readTicket', party('used'));
    expect(actor.getSnapshot().matches('closed')).toBe(true);
    reload();
    held.resolve('readTicket', party());
    expect(actor.getSnapshot().matches('choosing')).toBe(true);
  });

  it('leaves somebody on a ticket that is split', () => {
    const { actor } = open();
    actor.send({ type: 'way.choose', way: 'link' });
    actor.send({ type: 'send.check', email: '', note: '' });
    expect(actor.getSnapshot().context.note?.code).toBe('split_no_child');
    actor.send({ type: 'people.set', part: { id: 'adult', count: 1 } });
    actor.send({ type: 'send.check', email: '', note: '' });
    expect(actor.getSnapshot().context.parcel).toMatchObject({
      way: 'link',
      option_values: [{ id: 'adult', count: 1 }],
    });
  });
});
