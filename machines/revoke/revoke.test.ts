import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { revokeMachine } from './revoke.machine.ts';

const input = { token: 'ticket-1', lang: 'en' } as const;
const refusal = (code: FailureCode, unknown = false) => new Failure({ code, unknown });

/** The chart with controlled actors; `stored` is a snapshot to restore. */
const open = (stored?: string) => {
  const { machine, simulated } = simulateActors(revokeMachine);
  const snapshot = stored === undefined ? {} : { snapshot: JSON.parse(stored) };
  const actor = createActor(machine, { input, ...snapshot }).start();
  return { actor, simulated, stored: () => JSON.stringify(actor.getPersistedSnapshot()) };
};
const openAsking = () => {
  const page = open();
  const children = [{ kind: 'split', state: 'valid', quantity: 1, reservation_token: 'part-1', sent_to: '' } as const];
  page.simulated.resolve('readTicket', {
    ...ticketIn('shared'),
    entry_code: 'E1',
    children,
    holder_email: 'h***@visitor.example',
  });
  return page;
};

describe('replacing a link', () => {
  it('stores no entry code and no other link', () => {
    const { stored } = openAsking();
    for (const secret of ['E1', 'share-1', 'part-1']) expect(stored()).not.toContain(`"${secret}"`);
  });

  it('succeeds after a lost reply if the link is invalid after a reload', () => {
    const { actor, simulated, stored } = openAsking();
    actor.send({ type: 'revoke.submit' });
    simulated.reject('revokeTicket', refusal('connection_error', true));
    const after = open(stored());
    after.actor.send({ type: 'page.restored', lang: 'ja' });
    after.simulated.reject('readTicket', refusal('token_not_found'));
    expect(after.actor.getSnapshot().value).toBe('revoked');
    expect(after.actor.getSnapshot().context.sentTo).toBe('h***@visitor.example');
  });

  it('reports a missing ticket if the link is invalid although no request was sent', () => {
    const { actor, simulated } = openAsking();
    actor.send({ type: 'page.restored', lang: 'ja' });
    simulated.reject('readTicket', refusal('token_not_found'));
    expect(actor.getSnapshot().value).toBe('missing');
  });

  it('stays complete after a reload and sends no request', () => {
    const { actor, simulated, stored } = openAsking();
    actor.send({ type: 'revoke.submit' });
    simulated.resolve('revokeTicket', 'h***@visitor.example');
    const after = open(stored());
    after.actor.send({ type: 'page.restored', lang: 'ja' });
    expect(after.actor.getSnapshot().value).toBe('revoked');
    expect(after.simulated.waiting()).toEqual([]);
  });
});
