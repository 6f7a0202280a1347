import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { Failure } from '#src/domain/failures.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { sites } from '../plan-rows.ts';
import { type Seen, seenIn, type WalkStep } from './seen.ts';
import { watchWrites } from './writes.ts';

/** The server that remembers keys notices each wrong use of one. */

const { machine, simulated } = simulateActors(machines.app);
const quiet: Seen = {
  ...seenIn(createActor(machine, { input: { site: sites[0], lang: 'ja' } }), simulated),
  waiting: [],
};
const running = ['app/share', 'app/purchase'].map((path) => ({
  path,
  instance: quiet.shown,
  snapshot: quiet.shown.snapshot,
}));

const key = (digit: string): string => digit.repeat(32);
/** Requests that are pending; each call makes new ones. */
const pending = (...requests: [path: string, key: string, token?: string][]): Seen => ({
  ...quiet,
  running,
  waiting: requests.map(([path, key, token = 't']) => {
    const call = path.split('/').at(-1) ?? '';
    return { path, call, src: call, input: { token, key }, isClock: false, instance: {} };
  }),
});
const nothing: WalkStep = { actor: ['app'], event: { type: 'nothing' } };
const answered = (path: string, kind: 'done' | 'lost' | 'refused' | 'running'): WalkStep => {
  const [id = '', ...actor] = path.split('/').toReversed();
  const failure = { lost: 'connection_error', refused: 'cannot_change_ticket', running: 'in_flight' } as const;
  const event = kind === 'done' ? {} : { error: new Failure({ code: failure[kind], unknown: kind !== 'refused' }) };
  return {
    actor: actor.toReversed(),
    event: { ...event, type: `xstate.${kind === 'done' ? kind : 'error'}.actor.${id}` },
  };
};
const share = 'app/share/shareTicket';
const stop = 'app/share/stopSharing';

const playing =
  (...steps: [WalkStep, Seen][]) =>
  () => {
    const watch = watchWrites(quiet);
    for (const [did, now] of steps) watch(did, now);
  };

describe('a server that remembers keys', () => {
  it('takes one request after another', () => {
    expect(
      playing(
        [nothing, pending([share, key('a')])],
        [answered(share, 'done'), pending()],
        [nothing, pending([stop, key('b')])],
      ),
    ).not.toThrow();
  });

  it.each(['lost', 'running'] as const)('takes a request again by its key when the outcome is unknown: %s', (kind) => {
    expect(
      playing(
        [nothing, pending([share, key('a')])],
        [answered(share, kind), pending()],
        [nothing, pending([share, key('a')])],
      ),
    ).not.toThrow();
  });

  it('refuses another request under the same key', () => {
    const steps: [WalkStep, Seen][] = [
      [nothing, pending([share, key('a')])],
      [answered(share, 'lost'), pending([stop, key('a')])],
    ];
    expect(playing(...steps)).toThrow(/422/);
  });

  it('refuses a key whose request is running', () => {
    const now = pending([share, key('a')], ['app/purchase/shareTicket', key('a')]);
    expect(playing([nothing, now])).toThrow(/422|409/);
  });

  it.each(['done', 'refused'] as const)('notices the key of a request that is %s', (kind) => {
    const steps: [WalkStep, Seen][] = [
      [nothing, pending([share, key('a')])],
      [answered(share, kind), pending([share, key('a')])],
    ];
    expect(playing(...steps)).toThrow(/was answered/);
  });

  it.each(['lost', 'running'] as const)('notices a repetition under another key: %s', (kind) => {
    const steps: [WalkStep, Seen][] = [
      [nothing, pending([share, key('a')])],
      [answered(share, kind), pending()],
      [nothing, pending([share, key('b')])],
    ];
    expect(playing(...steps)).toThrow(/under another key/);
  });

  it('notices a repetition under another key of a request whose page showed something else', () => {
    const steps: [WalkStep, Seen][] = [
      [nothing, pending([share, key('a')])],
      [nothing, pending()],
      [nothing, pending([share, key('b')])],
    ];
    expect(playing(...steps)).toThrow(/under another key/);
  });

  it('takes another key once a response has reported the request’s result', () => {
    expect(
      playing(
        [nothing, pending([share, key('a')])],
        [answered(share, 'lost'), pending()],
        [answered('app/share/readTicket', 'done'), pending()],
        [nothing, pending([share, key('b')])],
      ),
    ).not.toThrow();
  });
});
