import { expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise, setup } from 'xstate';
import * as rule from './chart-rules.ts';
import { chartImports, impurities, nestedSelectors, schemaImports } from './chart-source.ts';
import { parse } from './source.ts';

/** Each rule must find a planted fault; that they accept good charts is shown by those of the store (charts.test.ts). */

const leaf = {};
type Config = Parameters<typeof createMachine>[0];
const chart = (config: Config): AnyStateMachine => createMachine({ id: 'm', ...config });
const states = (all: NonNullable<Config['states']>) => chart({ initial: Object.keys(all)[0], states: all });
const row = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, leaf]));
const child = setup({ types: {} as { events: { type: 'a.b' } } }).createMachine({ id: 'child' });
const invoking = (invoke: { id?: string; src: string; onError?: object[] }): AnyStateMachine =>
  createMachine({ id: 'm', invoke }, { actors: { child, ask: fromPromise(async () => 1) } });
const [order, payment] = [{ meta: { screen: 'order' } }, { meta: { screen: 'payment' } }];
const deep = { initial: 'b', states: { b: { initial: 'c', states: { c: { initial: 'd', states: { d: {} } } } } } };
const fork = Array.from({ length: 7 }, () => ({ guard: 'isKnown', actions: 'note' }));

it.each<[string, rule.Rule, AnyStateMachine]>([
  ['m.a has no description', rule.descriptions, states({ a: {} })],
  ['m has 26 states, 25 are allowed', rule.size, states(row(26))],
  ['m.a.b.c.d is deeper than 3 levels', rule.size, states({ a: deep })],
  ['m: a.b has 7 branches, 6 are allowed', rule.size, chart({ on: { 'a.b': fork } })],
  ['m is parallel in a chart with screens', rule.size, chart({ type: 'parallel', states: { a: order, b: {} } })],
  ['m.a invokes x and is not pending', rule.requestTags, states({ a: { invoke: { id: 'x', src: 'ask' } } })],
  ['m.b resolves to 0 screens', rule.screens, states({ a: order, b: {} })],
  ['m.a resolves to 2 screens', rule.screens, chart({ ...order, initial: 'a', states: { a: payment } })],
  ['m.a shows "pay", not invoked there', rule.screens, states({ a: { meta: { child: 'pay' } } })],
  ['m invokes something without id or name', rule.invokes, invoking({ src: 'ask' })],
  ['m invokes gone, which setup does not know', rule.invokes, invoking({ id: 'x', src: 'gone' })],
  ['m invokes x without onDone', rule.invokes, invoking({ id: 'x', src: 'ask' })],
  ['m invokes x without onError', rule.invokes, invoking({ id: 'x', src: 'ask', onError: [{ guard: 'isKnown' }] })],
  ['m.a uses after', rule.invokes, states({ a: { after: { 1000: 'b' } }, b: {} })],
  ['m has an inline action', rule.names, chart({ entry: () => {} })],
  [
    'm: the last branch of page.requested.* has a guard',
    rule.answersPages,
    chart({ on: { 'page.requested.*': { guard: 'isKnown', actions: 'note' } } }),
  ],
  ['m does not answer page.requested.* on its root', rule.answersPages, chart({})],
])('reports: %s', (breach, breaches, machine) => {
  expect(breaches(machine)).toContain(breach);
});

it.each([
  ['Date.now();', impurities, 'uses Date.now'],
  ['new Date();', impurities, 'uses new Date()'],
  ['Math.random();', impurities, 'uses Math.random'],
  ['crypto.randomUUID();', impurities, 'uses crypto'],
  ['setTimeout(go);', impurities, 'uses setTimeout'],
  ['raise(event, { delay: 1 });', impurities, 'uses delay'],
  [
    'useSelector(app, ({ children }) => children.a?.getSnapshot().context);',
    nestedSelectors,
    "selects from another actor's snapshot",
  ],
  ["import { call } from '#src/api/call.ts';", chartImports, 'imports src/api/call.ts'],
  ["import { useState } from 'react';", chartImports, 'imports react'],
  ["import { S } from './m.types.ts';", schemaImports, 'imports machines/m/m.types.ts'],
  ["import { S } from '#machines/n/n.types.ts';", schemaImports, 'imports machines/n/n.types.ts'],
])('a chart with %s is reported', (text, breaches, fault) => {
  expect(breaches(parse('machines/m/m.machine.ts', text))).toEqual([`machines/m/m.machine.ts ${fault}`]);
});
