import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { holdActors } from '#test/tools/explore/held.ts';
import { revokeMachine } from './revoke.machine.ts';

const input = { token: 'ticket-1', lang: 'en' } as const;
const refusal = (code: FailureCode, unknown = false) => new Failure({ code, unknown });

/** The chart with controlled actors; `stored` is a snapshot to restore. */
const open = (stored?: string) => {
  const { machine, held } = holdActors(revokeMachine);
  const snapshot = stored === undefined ? {} : { snapshot: JSON.parse(stored) };
  const actor = createActor(machine, { input, ...snapshot }).start();
  return { actor, held, stored: () => JSON.stringify(actor.getPersistedSnapshot()) };
};
const asking = () => {
  const page = open();
  const children = [{ kind: 'split', state: 'valid', quantity: 1, reservation_token: 'part-1', sent_to: '' } as const];
  page.held.resolve('readTicket', {
    ...ticketIn('shared'),
    entry_code: 'E1',
    children,
    holder_email: 'h***@visitor.example',
  });
  return page;
};

describe('replacing a link', () => {
  it('stores no code and no other link', () => {
    const { stored } = asking();
    for (const secret of ['E1', 'share-1', 'part-1']) expect(stored()).not.toContain(`"${secret}"`);
  });

  it('whose answer was lost is done when the link is dead after a reload', () => {
    const { actor, held, stored } = asking();
    actor.send({ type: 'revoke.submit' });
    held.reject('revokeTicket', refusal('connection_error', true));
    const after = open(stored());
    after.actor.send({ type: 'page.restored', lang: 'ja' });
    after.held.reject('readTicket', refusal('token_not_found'));
    expect(after.actor.getSnapshot().value).toBe('revoked');
    expect(after.actor.getSnapshot().context.sentTo).toBe('h***@visitor.example');
  });

  it('that was not sent is not done when the link is dead: somebody else replaced it', () => {
    const { actor, held } = asking();
    actor.send({ type: 'page.restored', lang: 'ja' });
    held.reject('readTicket', refusal('token_not_found'));
    expect(actor.getSnapshot().value).toBe('missing');
  });

  it('stays done after a reload, and sends nothing', () => {
    const { actor, held, stored } = asking();
    actor.send({ type: 'revoke.submit' });
    held.resolve('revokeTicket', 'h***@visitor.example');
    const after = open(stored());
    after.actor.send({ type: 'page.restored', lang: 'ja' });
    expect(after.actor.getSnapshot().value).toBe('revoked');
    expect(after.held.waiting()).toEqual([]);
  });
});
