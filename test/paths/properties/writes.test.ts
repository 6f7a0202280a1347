import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { Failure } from '#src/domain/failures.ts';
import { sites } from '../plan-rows.ts';
import { type Seen, seenIn, type WalkStep } from './seen.ts';
import { watchWrites } from './writes.ts';

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

const first: [WalkStep, Seen] = [nothing, pending([share, key('a')])];
const again = (digit: string): [WalkStep, Seen] => [nothing, pending([share, key(digit)])];
const ends = (kind: Parameters<typeof answered>[1], now = pending()): [WalkStep, Seen] => [answered(share, kind), now];

it.each<[what: string, steps: [WalkStep, Seen][], fault: RegExp | null]>([
  ['takes one request after another', [first, ends('done'), [nothing, pending([stop, key('b')])]], null],
  ['takes a request again by its key when its answer was lost', [first, ends('lost'), again('a')], null],
  ['takes a request again by its key while it runs', [first, ends('running'), again('a')], null],
  ['refuses another request under the same key', [first, ends('lost', pending([stop, key('a')]))], /422/],
  [
    'refuses a key whose request is running',
    [[nothing, pending([share, key('a')], ['app/purchase/shareTicket', key('a')])]],
    /422|409/,
  ],
  ['notices the key of a request that is done', [first, ends('done', pending([share, key('a')]))], /was answered/],
  ['notices the key of a refused request', [first, ends('refused', pending([share, key('a')]))], /was answered/],
  ['notices a repetition under another key', [first, ends('lost'), again('b')], /under another key/],
  ['notices a repetition of what still runs', [first, ends('running'), again('b')], /under another key/],
  ['notices one behind a page that showed something else', [first, [nothing, pending()], again('b')], /another key/],
  [
    'takes another key once a response has reported the result',
    [first, ends('lost'), [answered('app/share/readTicket', 'done'), pending()], again('b')],
    null,
  ],
])('a server that remembers keys %s', (_, steps, fault) => {
  const play = () => {
    const watch = watchWrites(quiet);
    for (const [did, now] of steps) watch(did, now);
  };
  if (fault) expect(play).toThrow(fault);
  else expect(play).not.toThrow();
});
