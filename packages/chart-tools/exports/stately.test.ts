import { stripTypeScriptTypes } from 'node:module';
import { evaluate, type Twin, walkTwin } from '@ticket-store/xstate4/twin.ts';
import { machines } from 'ticket-store/machines/index.ts';
import { describe, expect, it } from 'vitest';
import * as XState from 'xstate';
import { type GraphTransition, graphOf } from '../drawing/graph.ts';
import { sampleContexts } from './graph.ts';
import { nameInFour, sketchText, statelyText, writtenOut } from './stately.ts';

const contexts = sampleContexts();
const charts = Object.values(machines).map((machine) => [machine.id, machine] as const);

type Row = Pick<GraphTransition, 'source' | 'event' | 'guard' | 'targets'> & { isInside: boolean };
const lineOf = ({ source, event, guard, targets, isInside }: Row): string =>
  `${source} | ${event} [${guard}] → ${targets.join()}${isInside ? ' (inside)' : ''}`;

/** The transitions that XState 4 reads in a file, in its sequence. */
const readByFour = (machine: Twin): string[] =>
  machine.stateIds.flatMap((id) =>
    machine.getStateNodeById(id).transitions.map(({ source, eventType, cond, target = [], internal }) =>
      lineOf({
        source: source.id,
        event: eventType,
        guard: cond?.name ?? cond?.type ?? '',
        targets: target.map((one) => one.id),
        isInside: internal === true && target.length > 0,
      }),
    ),
  );

const isInside = ({ targets, source, reenter }: GraphTransition): boolean =>
  !reenter && targets.length > 0 && targets.every((id) => id === source || id.startsWith(`${source}.`));

/** The transitions of a chart that name their event, as XState 4 has them. */
const named = (machine: XState.AnyStateMachine): string[] =>
  graphOf(machine).transitions.flatMap((t) =>
    t.event.endsWith('*')
      ? []
      : [lineOf({ ...t, event: t.event === 'always' ? '' : nameInFour(t.event), isInside: isInside(t) })],
  );

describe('XState 4 reads the transitions of the chart in a file for the public visualizer', () => {
  it.each(charts)('%s', (id, machine) => {
    const text = statelyText(machine, contexts.get(id));
    expect(text).not.toMatch(/^\s*(?:import|export) |\bguard\b/m);
    const four = evaluate(text);
    const { states } = graphOf(machine);
    expect(four.stateIds.toSorted()).toEqual(states.map((state) => state.id).toSorted());
    for (const state of states.filter(({ initial }) => initial))
      expect(four.getStateNodeById(state.parent ?? '').initial).toBe(state.key);
    const read = readByFour(four);
    /* A wildcard is written out for each event, behind the transitions that name it. */
    for (const [event, rows] of Map.groupBy(named(machine), (row) => row.split('[', 1)[0] ?? ''))
      expect(read.filter((row) => row.startsWith(`${event}[`)).slice(0, rows.length)).toEqual(rows);
    const wild = graphOf(machine).transitions.filter(({ event }) => event.endsWith('*'));
    const others = read.filter((row) => !named(machine).includes(row));
    expect(others.filter((row) => !wild.some(({ source }) => row.startsWith(`${source} | `)))).toEqual([]);
  });
});

/** States in which no walk of a twin rests, each with the reason. */
const unreached: Readonly<Record<string, string>> = {
  'purchase.deciding': 'left at once, in each case',
  'order.opening': 'left at once, in each case',
  'checkout.entering': 'left at once, in each case',
};

describe('@xstate/test walks the file, each of its facts in both values, to every state of', () => {
  it.each(charts)('%s', async (id, machine) => {
    const twin = evaluate(statelyText(machine, contexts.get(id)));
    const reached = await walkTwin(twin);
    const missed = twin.stateIds.filter((one) => !reached.has(one));
    expect(missed).toEqual(Object.keys(unreached).filter((one) => one.startsWith(`${id}.`)));
  });
});

/** Evaluates a module as statelyai/sketch does: without types and the imports from `xstate`, whose exports it gives to the text. */
const sketched = (text: string): XState.AnyStateMachine => {
  const code = stripTypeScriptTypes(text)
    .replaceAll(/^import .* from 'xstate';$/gm, '')
    .replaceAll(/^export /gm, '');
  expect(code).not.toMatch(/^\s*import |\bimport\(/m);
  return new Function(...Object.keys(XState), `${code}\nreturn machine;`)(...Object.values(XState));
};

it.each(charts)('the open visualizer, which runs XState 5, reads the transitions of %s', (id, machine) => {
  const read = sketched(sketchText(machine, contexts.get(id)));
  const { states, transitions } = graphOf(read);
  const plain = graphOf(machine);
  expect(states).toEqual(plain.states);
  expect(new Set(transitions.map((one) => JSON.stringify(one)))).toEqual(
    new Set(plain.transitions.map((one) => JSON.stringify(one))),
  );
  expect(XState.createActor(read).start().getSnapshot().status).not.toBe('error');
});

const odd = XState.setup({
  types: {} as { events: { type: 'page.requested.order' | 'failure.bad_request' } },
  guards: { isOne: () => true, isTwo: () => true },
}).createMachine({
  id: 'odd',
  initial: 'home',
  on: {
    'page.requested.*': { guard: 'isTwo', target: '.away' },
    'page.*': '.home',
    'page.requested.order': { guard: 'isOne', target: '.home' },
  },
  states: { home: {}, away: {} },
});

it('writes a wildcard out behind the exact name, the longest first, and refuses one that stands for no event', () => {
  const rows = readByFour(evaluate(statelyText(odd))).filter((row) => row.includes('page.requested.order '));
  expect(rows).toEqual([
    'odd | page.requested.order [isOne] → odd.home (inside)',
    'odd | page.requested.order [isTwo] → odd.away (inside)',
    'odd | page.requested.order [] → odd.home (inside)',
  ]);
  expect(writtenOut('failure.*')).toContain('failure.session_timeout');
  expect(() => writtenOut('weather.*')).toThrow('No event of the store is one of weather.*');
});
