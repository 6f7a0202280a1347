import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { raise, setup } from 'xstate';
import { machines } from '#machines/index.ts';
import { randomly } from '../sample.ts';
import { type Chart, type ChartTransition, chartOf } from './json.ts';
import { scxmlOf, scxmlOfChart } from './scxml.ts';
import { type Compared, compare, eventLists } from './traces.ts';

const all = Object.values(machines);
/** A thousand lists (ten thousand with FULL=1) spread evenly over all charts. */
const share = (lists: number) => Math.ceil(lists / all.length);
const draw = randomly('SCXML traces, lists of events for each chart', share(10_000), share(1000));
const compared: Compared = { events: 0, taken: new Set() };
let lists = 0;

describe('the exported SCXML, run by SCION, takes the same steps as the chart, run by XState', () => {
  it.each(all.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
    const play = compare(machine, scxmlOf(machine), compared);
    const property = fc.property(eventLists, (list) => {
      play(list);
      lists += 1;
    });
    fc.assert(property, draw);
  });

  afterAll(() => {
    const { events, taken } = compared;
    console.log(`SCXML traces: ${lists} lists, ${events} events, ${taken.size} different transitions taken`);
  });
});

/** Constructs that no chart of the store uses today: states that point to themselves, wildcards, final child states, raises. */
const odd = setup({
  guards: { isOne: () => true, isTwo: () => true },
  actions: { ring: raise({ type: 'bell.rung' }), come: () => {}, go: () => {} },
}).createMachine({
  id: 'odd',
  initial: 'home',
  on: {
    '*': { guard: 'isTwo', target: '.both' },
    'bell.*': { guard: 'isOne', actions: 'come' },
    'bell.rung': '.home',
    'bell.cracked': { guard: 'isOne', target: '.over' },
  },
  states: {
    home: {
      initial: 'in',
      entry: 'come',
      exit: 'go',
      on: {
        'walk.stay': { target: 'home', actions: 'go' },
        'walk.again': { target: 'home', reenter: true },
        'walk.on': { guard: 'isOne', target: 'both' },
      },
      onDone: 'both',
      states: {
        in: { on: { 'walk.stay': { guard: 'isTwo', target: 'in' }, 'walk.out': 'garden', 'walk.end': 'left' } },
        garden: { initial: 'lawn', states: { lawn: { on: { 'walk.out': 'pond' } }, pond: {} }, on: { 'walk.on': {} } },
        left: { type: 'final' },
      },
    },
    both: {
      initial: 'sun',
      on: { 'walk.over': 'over', 'walk.out': { target: '.sun', reenter: true } },
      states: {
        sun: { on: { 'walk.on': 'rain', 'walk.back': '#odd.home.garden' } },
        rain: {
          entry: 'ring',
          exit: 'go',
          always: { guard: 'isTwo', target: 'sun' },
        },
      },
    },
    over: { type: 'final' },
  },
});

it('so does a chart with the constructs that no chart of the store uses today', () => {
  const seen: Compared = { events: 0, taken: new Set() };
  fc.assert(fc.property(eventLists, compare(odd, scxmlOf(odd), seen)), { seed: 11, numRuns: 300 });
  expect([...seen.taken].sort()).toEqual(
    chartOf(odd)
      .transitions.map(({ id }) => id)
      .sort(),
  );
});

it('an event that would loop forever is drawn again', () => {
  const round = setup({ guards: { isOne: () => true } }).createMachine({
    id: 'round',
    initial: 'here',
    states: {
      here: { on: { 'walk.on': 'there' } },
      there: { always: { guard: 'isOne', target: 'back' }, on: { 'walk.on': 'here' } },
      back: { always: { guard: 'isOne', target: 'there' } },
    },
  });
  const seen: Compared = { events: 0, taken: new Set() };
  fc.assert(fc.property(eventLists, compare(round, scxmlOf(round), seen)), { ...draw, numRuns: 20 });
  expect(seen.events).toBeGreaterThan(20);
  expect(seen.taken).toContain('round.there | walk.on [0]');
});

describe('a fault of the exporter is detected:', () => {
  const { purchase } = machines;
  const sound = chartOf(purchase);
  const withTransitions = (change: (t: ChartTransition) => Partial<ChartTransition>): Chart => ({
    ...sound,
    transitions: sound.transitions.map((t) => ({ ...t, ...change(t) })),
  });
  const without = (id: string): Chart => ({ ...sound, transitions: sound.transitions.filter((t) => t.id !== id) });
  const only = (id: string, change: Partial<ChartTransition>) => withTransitions((t) => (t.id === id ? change : {}));
  const swapped = (id: string): Chart => {
    const at = sound.transitions.findIndex((t) => t.id === id);
    return {
      ...sound,
      transitions: sound.transitions.toSpliced(at, 2, ...sound.transitions.slice(at, at + 2).reverse()),
    };
  };
  const faults = {
    'a wrong target': only('purchase.order | done(order) [3]', { targets: ['purchase.complete'] }),
    'two guarded branches swapped': swapped('purchase.order | done(order) [1]'),
    'external instead of internal': withTransitions(() => ({ reenter: true })),
    'a lost guard': only('purchase.order | always [0]', { guard: null }),
    'an action left out': only('purchase | order.cancel [0]', { actions: ['dropHold'] }),
    'a raise left out': { ...sound, raises: {} },
    'an entry left out': { ...sound, states: sound.states.map((state) => ({ ...state, entry: [] })) },
    'an ignored event left out': without('purchase.checkout | order.cancel [0]'),
  } satisfies Record<string, Chart>;

  it.each(Object.entries(faults))('%s', (_, broken) => {
    const text = scxmlOfChart(broken);
    expect(text).not.toBe(scxmlOf(purchase));
    const play = compare(purchase, text, { events: 0, taken: new Set() });
    const property = fc.property(eventLists, (list) => play(list));
    const cause = expect.objectContaining({ message: expect.stringContaining('SCION') });
    expect(() => fc.assert(property, { seed: 7, numRuns: 200, endOnFailure: true })).toThrow(
      expect.objectContaining({ cause }),
    );
  });
});
