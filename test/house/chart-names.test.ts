import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machines } from '#machines/index.ts';
import { failureCodes } from '#src/domain/failures.ts';
import { movesByEvent } from '#test/paths/moves.ts';
import * as name from './chart-names.ts';
import type { Rule } from './chart-rules.ts';

const all = Object.values(machines);
const tenses = name.tenses(new Set(Object.keys(movesByEvent)));
const rules = {
  descriptions: name.descriptions,
  'names of screens': name.screenNames,
  facts: name.facts,
  'event names': name.eventNames(failureCodes),
  tenses,
} satisfies Record<string, Rule>;

describe.each(all.map((machine) => [machine.id, machine] as const))('the chart %s', (_, machine) => {
  it.each(Object.entries(rules))('follows the rule %s', (_rule, breaches) => {
    expect(breaches(machine)).toEqual([]);
  });
});

it('every screen has a chart that shows it', () => {
  expect(name.unshown(all)).toEqual([]);
  expect(name.unshown(all.filter(({ id }) => id !== 'signage'))).toEqual(['no chart shows signage']);
});

/** Each rule must find one planted fault. */

type Config = Parameters<typeof createMachine>[0];
const chart = (config: Config): AnyStateMachine => createMachine({ id: 'm', description: 'A chart.', ...config });

describe.each<[string, Rule, AnyStateMachine, string]>([
  [
    'a state without a description',
    name.descriptions,
    chart({ initial: 'a', states: { a: {} } }),
    'm.a has no description',
  ],
  ['a chart without a description', name.descriptions, chart({ description: ' ' }), 'm has no description'],
  [
    'a state called after another screen',
    name.screenNames,
    chart({ initial: 'order', states: { order: { meta: { screen: 'payment' } } } }),
    'm.order shows the screen payment',
  ],
  [
    'a guard named as a command',
    name.facts,
    chart({ on: { 'a.b': { guard: 'checkStock' } } }),
    'm: the guard checkStock is no fact',
  ],
  [
    'an event in camelCase',
    name.eventNames([]),
    chart({ on: { orderSubmit: {} } }),
    'm: "orderSubmit" is not dot.case',
  ],
  [
    'a page that does not exist',
    name.eventNames([]),
    chart({ on: { 'page.requested.tickets': {} } }),
    'm: no page is called "tickets"',
  ],
  ['a wildcard', name.eventNames([]), chart({ on: { '*': {} } }), 'm: "*" is not dot.case'],
  ['an unknown failure', name.eventNames(['a']), chart({ on: { 'failure.b': {} } }), 'm: no failure has the code "b"'],
  [
    'a visitor’s event in the past tense',
    name.tenses(new Set(['order.submitted'])),
    chart({ on: { 'order.submitted': {} } }),
    'm: a visitor’s order.submitted is not imperative',
  ],
  [
    'an event that no control sends',
    tenses,
    chart({ on: { 'order.forget': {} } }),
    'm: no control sends order.forget, and it is not past',
  ],
])('%s', (_, breaches, machine, breach) => {
  it('is reported', () => {
    expect(breaches(machine)).toContain(breach);
  });
});
