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

type Config = Parameters<typeof createMachine>[0];
const chart = (config: Config): AnyStateMachine => createMachine({ id: 'm', description: 'A chart.', ...config });
const shows = (screen: string) => chart({ initial: 'order', states: { order: { meta: { screen } } } });

it.each<[string, Rule, AnyStateMachine]>([
  ['m.a has no description', name.descriptions, chart({ initial: 'a', states: { a: {} } })],
  ['m has no description', name.descriptions, chart({ description: ' ' })],
  ['m.order shows the screen payment', name.screenNames, shows('payment')],
  ['m: the guard checkStock is no fact', name.facts, chart({ on: { 'a.b': { guard: 'checkStock' } } })],
  ['m: "orderSubmit" is not dot.case', rules['event names'], chart({ on: { orderSubmit: {} } })],
  ['m: no page is called "tickets"', rules['event names'], chart({ on: { 'page.requested.tickets': {} } })],
  ['m: "*" is not dot.case', rules['event names'], chart({ on: { '*': {} } })],
  ['m: no failure has the code "b"', rules['event names'], chart({ on: { 'failure.b': {} } })],
  [
    'm: a visitor’s order.submitted is not imperative',
    name.tenses(new Set(['order.submitted'])),
    chart({ on: { 'order.submitted': {} } }),
  ],
  ['m: no control sends order.forget, and it is not past', tenses, chart({ on: { 'order.forget': {} } })],
])('a planted fault is reported: %s', (breach, breaches, machine) => {
  expect(breaches(machine)).toContain(breach);
});
