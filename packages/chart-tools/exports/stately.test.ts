import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { machines } from 'ticket-store/machines/index.ts';
import { randomly } from 'ticket-store/test/tools/sample.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { exportAll } from './files.ts';
import { sampleContexts } from './sample-contexts.ts';
import { statelyText, writtenOut } from './stately.ts';
import { type Compared, compareWith, eventLists, type Other } from './traces.ts';
import { evaluate, inXStateFour } from './xstate4.ts';
import { inXStateFive } from './xstate5.ts';

const all: readonly AnyStateMachine[] = Object.values(machines);
const rows = all.map((machine) => [machine.id, machine] as const);
const contexts = sampleContexts();
const draw = randomly('files for XState 4 and 5, lists of events for each chart', 1000, 100);

// Inside the repository, so that the stubs find XState.
const reports = resolve(import.meta.dirname, '../../../reports');
mkdirSync(reports, { recursive: true });
const folder = mkdtempSync(join(reports, 'exports-'));
await exportAll(all, ['json'], folder, contexts);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const play = (machine: AnyStateMachine, other: Other, compared: Compared, drawn = draw): void =>
  fc.assert(fc.property(eventLists, compareWith(machine, other, compared)), drawn);

describe('a file for the public visualizer, run by XState 4, comes to the same states as the chart', () => {
  const compared: Compared = { events: 0 };

  it.each(rows)('%s', (id, machine) => {
    const text = statelyText(machine, contexts.get(id));
    expect(text).not.toMatch(/^\s*(?:import|export) |\bguard\b/m);
    play(machine, inXStateFour(text), compared);
  });

  afterAll(() => console.log(`XState 4: ${draw.numRuns} lists a chart, ${compared.events} events`));
});

describe('the JSON with the stubs beside it, run by XState 5, takes the same steps as the chart', () => {
  const compared: Compared = { events: 0 };

  it.each(rows)('%s', async (id, machine) => {
    const json = await inXStateFive(join(folder, `${id}.json`), join(folder, `${id}.stubs.js`));
    play(machine, json, compared);
  });

  afterAll(() => console.log(`JSON: ${draw.numRuns} lists a chart, ${compared.events} events`));
});

/** Constructs that few charts or none use: wildcards beside exact names, states that point to themselves, raises. */
const odd = setup({
  types: {} as { events: { type: 'page.requested.order' | 'failure.bad_request' | 'walk.on' | 'walk.off' | 'bell' } },
  guards: { isOne: () => true, isTwo: () => true },
  actions: { ring: ({ self }) => self.send({ type: 'bell' }), come: () => {} },
}).createMachine({
  id: 'odd',
  initial: 'home',
  on: {
    'page.requested.*': { guard: 'isTwo', target: '.away' },
    'page.*': { actions: 'come', target: '.home' },
    'page.requested.order': { guard: 'isOne', target: '.home.out' },
    'failure.*': '.gone',
  },
  states: {
    home: {
      initial: 'in',
      on: { 'walk.on': 'home', 'walk.off': { target: 'home', reenter: true } },
      states: {
        in: { on: { 'walk.off': { guard: 'isOne', target: 'out' } } },
        out: { on: { 'walk.on': { guard: 'isTwo' } } },
      },
    },
    away: { always: { guard: 'isOne', target: 'home' }, on: { 'failure.bad_request': 'home', 'walk.on': 'gone' } },
    gone: { type: 'final' },
  },
});

it('so do wildcards beside exact names and states that point to themselves', () => {
  fc.assert(fc.property(eventLists, compareWith(odd, inXStateFour(statelyText(odd)), { events: 0 })), {
    seed: 5,
    numRuns: 500,
  });
});

it('writes out a wildcard as the events of the store, and refuses one that stands for none', () => {
  expect(writtenOut([])('failure.*')).toContain('failure.session_timeout');
  expect(writtenOut([])('page.requested.*')).toContain('page.requested.sign-in');
  expect(() => writtenOut([])('weather.*')).toThrow('No event of the store is one of weather.*');
});

describe('a fault of the file is detected:', () => {
  const sound = statelyText(machines.purchase, contexts.get('purchase'));
  it.each([
    ['guard instead of cond, which XState 4 ignores', /"cond":/g, '"guard":'],
    ['a wrong target', /"target": "#purchase\.resuming"/g, '"target": "#purchase.confirm"'],
    ['an answer under the name of XState 5', /"onDone":/g, '"xstate.done.actor.order":'],
    ['a wildcard that XState 4 does not know', /"failure\.session_timeout":/, '"failure.*":'],
    ['an event that was ignored on purpose', /"order\.cancel": \[\s*\{\}\s*\],?/, ''],
  ])('%s', (_, written, broken) => {
    const text = sound.replace(written, broken);
    expect(text).not.toBe(sound);
    const compared: Compared = { events: 0 };
    expect(() => play(machines.purchase, inXStateFour(text), compared, { seed: 7, numRuns: 1000 })).toThrow();
  });

  it('a second machine', () => {
    expect(() => evaluate(`${sound}\ncreateMachine({});`)).toThrow('2 machines are made');
  });
});
