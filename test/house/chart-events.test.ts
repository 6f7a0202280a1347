import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { declaredEvents, undeclaredEvents } from './chart-events.ts';
import { schemaImports } from './chart-source.ts';
import { parse } from './source.ts';

/** A chart whose keys are right, in every form that charts have, and its types as text. */
const ask = fromPromise(async () => 1);
const chart = setup({ actors: { ask }, actions: { clear: assign({}) } }).createMachine({
  id: 'm',
  initial: 'a',
  on: { 'page.requested.ticket': { actions: 'clear' }, 'failure.*': '.a', 'failure.b': '.a' },
  states: {
    a: {
      initial: 'b',
      states: { b: { on: { 'x.set': 'c', 'xstate.error.actor.later': 'c' } }, c: {} },
      invoke: { id: 'ask', src: 'ask', onDone: { actions: 'clear' }, onError: '.c' },
    },
  },
});
const types = `import type { PageRequested } from '#machines/shared/screens.ts';
export type Draft = { form: string };
export type MEvent =
  | PageRequested<'ticket'>
  | ({ type: 'x.set' } & Draft)
  | FailureEvent
  | DoneActorEvent<number, 'ask'>
  | ErrorActorEvent<unknown, 'ask' | 'later'>;
`;
const shared = `export type FailureEvent = { type: \`failure.\${Code}\`; failure: object };
`;
const machineFile = `export const m = setup({ types: {} as { context: object; events: MEvent } }).createMachine({});`;
const declaredIn = (text: string, machine = machineFile): string[] =>
  declaredEvents(parse('machines/m/m.machine.ts', machine), [
    parse('machines/m/m.types.ts', text),
    parse('machines/shared/screens.ts', shared),
  ]);

describe('the events of a chart', () => {
  it('are read from its types, through unions, aliases, templates and events of actors', () => {
    expect(declaredIn(types)).toEqual([
      'page.requested.ticket',
      'x.set',
      'failure.*',
      'xstate.done.actor.ask',
      'xstate.error.actor.ask',
      'xstate.error.actor.later',
    ]);
  });

  it('are read from an alias of all its types', () => {
    const alias = `${types}export type MTypes = { events: { type: 'a.b' } };`;
    expect(declaredIn(alias, 'setup({ types: {} as MTypes }).createMachine({});')).toEqual(['a.b']);
  });

  it('are those that it handles', () => {
    expect(undeclaredEvents(chart, declaredIn(types))).toEqual([]);
  });

  it.each<[string, string, string, string[]]>([
    [
      'a misspelt key in an inner state',
      "'x.set'",
      "'x.sett'",
      ['m.a.b handles x.set, which is no event of the chart', 'm declares x.sett, which no state handles'],
    ],
    [
      'a key at the top',
      "  | PageRequested<'ticket'>\n",
      '',
      ['m handles page.requested.ticket, which is no event of the chart'],
    ],
    [
      'a page that the chart does not show',
      "'ticket'>",
      "'ticket' | 'receipt'>",
      ['m declares page.requested.receipt, which no state handles'],
    ],
    [
      'a page that does not exist',
      "PageRequested<'ticket'>",
      "PageRequested<'tickets'>",
      [
        'm handles page.requested.ticket, which is no event of the chart',
        'm declares page.requested.tickets, which no state handles',
      ],
    ],
    [
      'a wildcard and a key below it',
      '  | FailureEvent\n',
      '',
      ['m handles failure.*, which is no event of the chart', 'm handles failure.b, which is no event of the chart'],
    ],
    [
      'the error of a child',
      "'ask' | 'later'",
      "'ask'",
      ['m.a.b handles xstate.error.actor.later, which is no event of the chart'],
    ],
    [
      'the end of a child that is not there',
      "DoneActorEvent<number, 'ask'>",
      "DoneActorEvent<number, 'asked'>",
      ['m declares xstate.done.actor.asked, which no state handles'],
    ],
    [
      'an event that no state handles',
      "({ type: 'x.set' } & Draft)",
      "({ type: 'x.set' | 'x.clear' } & Draft)",
      ['m declares x.clear, which no state handles'],
    ],
    [
      'a type that cannot be read',
      '  | FailureEvent',
      '  | FailureEvent | Missing',
      ['m declares the type Missing, which no state handles'],
    ],
  ])('%s is a breach', (_, find, replace, breaches) => {
    expect(types).toContain(find);
    expect(undeclaredEvents(chart, declaredIn(types.replace(find, replace)))).toEqual(breaches);
  });
});

describe('a file with schemas', () => {
  it.each<[string, string, string[]]>([
    [
      'machines/m/m.machine.ts',
      "import { S } from './m.types.ts';",
      ['machines/m/m.machine.ts imports machines/m/m.types.ts'],
    ],
    [
      'machines/m/m.logic.ts',
      "import { S } from '#machines/n/n.types.ts';",
      ['machines/m/m.logic.ts imports machines/n/n.types.ts'],
    ],
    ['machines/m/m.machine.ts', "import type { T } from './m.types.ts';", []],
    ['machines/m/m.types.ts', "import { S } from '#machines/n/n.types.ts';", []],
    ['machines/snapshot.ts', "import { S } from './n/n.types.ts';", []],
  ])('%s: %s', (path, text, breaches) => {
    expect(schemaImports(parse(path, text))).toEqual(breaches);
  });
});
