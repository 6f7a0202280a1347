import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise, setup } from 'xstate';
import { shopMachine } from '#test/tools/explore/samples.ts';
import * as rule from './chart-rules.ts';
import { chartImports, impurities, literalChart } from './chart-source.ts';
import { parse } from './source.ts';

/** Each rule must find a planted fault, and accept a good chart. */

const leaf = { tags: ['settled'] };
type Config = Parameters<typeof createMachine>[0];
const chart = (config: Config): AnyStateMachine => createMachine({ id: 'm', description: 'A chart.', ...config });
const row = (states: number) => Object.fromEntries(Array.from({ length: states }, (_, i) => [`s${i}`, leaf]));
const quiet = setup({ types: {} as { events: { type: 'a.b' } } }).createMachine({ id: 'child' });
const withChild = (invoke: { id?: string; src: string }): AnyStateMachine =>
  createMachine({ id: 'm', invoke }, { actors: { child: quiet, ask: fromPromise(async () => 1) } });

describe.each<[string, rule.Rule, AnyStateMachine, string]>([
  ['too many states', rule.size, chart({ initial: 's0', states: row(26) }), 'm has 26 states, 25 are allowed'],
  [
    'too many levels',
    rule.size,
    chart({
      initial: 'a',
      states: {
        a: { initial: 'b', states: { b: { initial: 'c', states: { c: { initial: 'd', states: { d: {} } } } } } },
      },
    }),
    'm.a.b.c.d is deeper than 3 levels',
  ],
  [
    'a fork of seven ways',
    rule.size,
    chart({ on: { 'a.b': Array.from({ length: 7 }, () => ({ guard: 'isKnown', actions: 'note' })) } }),
    'm: a.b has 7 branches, 6 are allowed',
  ],
  [
    'parallel screens',
    rule.size,
    chart({ type: 'parallel', states: { a: { meta: { screen: 'order' } }, b: {} } }),
    'm is parallel in a chart with screens',
  ],
  [
    'a leaf without a tag',
    rule.leafTags,
    chart({ initial: 'a', states: { a: {} } }),
    'm.a has the tags [], not one of pending and settled',
  ],
  [
    'a leaf with two tags',
    rule.leafTags,
    chart({ initial: 'a', states: { a: { tags: ['pending'], initial: 'b', states: { b: leaf } } } }),
    'm.a.b has the tags [pending, settled], not one of pending and settled',
  ],
  [
    'a leaf without a screen',
    rule.screens,
    chart({ initial: 'a', states: { a: { meta: { screen: 'order' } }, b: {} } }),
    'm.b resolves to 0 screens',
  ],
  [
    'two screens at once',
    rule.screens,
    chart({ meta: { screen: 'order' }, initial: 'a', states: { a: { meta: { screen: 'payment' } } } }),
    'm.a resolves to 2 screens',
  ],
  [
    'a child that is not invoked',
    rule.screens,
    chart({ initial: 'a', states: { a: { meta: { child: 'pay' } } } }),
    'm.a shows "pay", not invoked there',
  ],
  ['an invoke without id', rule.invokes, withChild({ src: 'ask' }), 'm invokes something without id or name'],
  [
    'an invoke of an unknown actor',
    rule.invokes,
    withChild({ id: 'x', src: 'gone' }),
    'm invokes gone, which setup does not know',
  ],
  ['a child without onSnapshot', rule.invokes, withChild({ id: 'x', src: 'child' }), 'm invokes x without onSnapshot'],
  ['a timer', rule.invokes, chart({ initial: 'a', states: { a: { after: { 1000: 'b' } }, b: {} } }), 'm.a uses after'],
  ['an inline action', rule.names, chart({ entry: () => {} }), 'm has an inline action'],
  ['an inline guard', rule.names, chart({ on: { 'a.b': { guard: () => true } } }), 'm has an inline guard'],
  ['an unknown action', rule.names, chart({ exit: 'gone' }), 'm names the action gone, which setup does not know'],
  [
    'a page request that may be unhandled',
    rule.answersPages,
    chart({ on: { 'page.requested.*': { guard: 'isKnown', actions: 'note' } } }),
    'm: the last branch of page.requested.* has a guard',
  ],
  ['no handler of page requests', rule.answersPages, chart({}), 'm does not answer page.requested.* on its root'],
  [
    'a forbidden page request',
    rule.answersPages,
    chart({ on: { 'page.requested.*': {} } }),
    'm ignores page.requested.*',
  ],
])('%s', (_, breaches, machine, breach) => {
  it('is reported', () => {
    expect(breaches(machine)).toContain(breach);
  });
});

it('a good chart breaks no rule', () => {
  const rules = [rule.size, rule.leafTags, rule.screens, rule.invokes, rule.names];
  expect(rules.flatMap((breaches) => breaches(shopMachine))).toEqual([]);
});

const good = `import { assign, setup } from 'xstate';
import type { Call } from '#src/api/call.ts';
import { isReset } from '#machines/shared/errors.ts';
import { closeAfter } from './m.logic.ts';
/** { ...never, [x]: 1 } and Date.now() in a comment are words. */
export const m = setup({ actions: { keep: assign(({ context }) => ({ all: [...context.all] })) } }).createMachine({
  id: 'm',
  context: ({ input }) => ({ ...input, at: new Date(input.at) }),
  states: { a: { on: { 'a.b': 'c' }, invoke: { id: 'wait', src: 'wait', input: { for: closeAfter } } } },
});
`;
const read = (text: string) => parse('machines/m/m.machine.ts', text);

describe('the text of a chart', () => {
  it('may be one plain literal', () => {
    expect([literalChart, chartImports, impurities].flatMap((faults) => faults(read(good)))).toEqual([]);
  });

  it.each<[string, (text: string) => string, string]>([
    ['too long', (t) => t + 'x;\n'.repeat(250), '260 lines, 250 are allowed'],
    ['without setup', (t) => t.replace('setup(', 'prepare('), 'no single setup({…}).createMachine({…})'],
    [
      'from a variable',
      (t) => t.replace(/createMachine\([\s\S]*\);/, 'createMachine(config);'),
      'no single setup({…}).createMachine({…})',
    ],
    [
      'two in a file',
      (t) => t + t.replace(/^import.*/gm, '').replace('const m', 'const n'),
      'no single setup({…}).createMachine({…})',
    ],
    ['spread', (t) => t.replace('states: {', 'states: { ...shared,'), 'a spread in states'],
    ['with computed keys', (t) => t.replace("'a.b':", '[name]:'), 'a computed key in on'],
    ['with states defined elsewhere', (t) => t.replace(/states: .*/, 'states: shared,'), 'states is not written out'],
    ['with states by shorthand', (t) => t.replace(/states: .*/, 'states,'), 'states is not written out'],
    [
      'with a state by a call',
      (t) => t.replace(/states: .*/, 'states: { input: step("a") },'),
      'input is not written out',
    ],
    ['with an inline action', (t) => t.replace("'c'", '{ actions: assign({ x: 1 }) }'), 'actions is not written out'],
  ])('%s is found', (_, spoil, fault) => {
    expect(literalChart(read(spoil(good)))).toEqual([`machines/m/m.machine.ts: ${fault}`]);
  });

  it.each([
    ["import { call } from '#src/api/call.ts';", 'imports src/api/call.ts'],
    ["import { useState } from 'react';", 'imports react'],
  ])('%s is found', (line, fault) => {
    expect(chartImports(read(`${line}\n${good}`))).toEqual([`machines/m/m.machine.ts ${fault}`]);
  });

  it.each([
    'Date.now()',
    'new Date()',
    'Math.random()',
    'crypto.randomUUID()',
    'globalThis.crypto',
    'setTimeout(go)',
    'raise(event, { delay: 1 })',
  ])('%s is found', (use) => {
    expect(impurities(read(good.replace('input.at', use)))).toHaveLength(1);
  });
});
