import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartText, drawAll } from '../draw.ts';
import { shopMachine } from '../explore/samples.ts';
import { toMermaid } from './mermaid.ts';

describe('the drawing of a chart', () => {
  it('shows states, their actors, and readable transitions', () => {
    expect(
      toMermaid(shopMachine)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(
      expect.arrayContaining([
        '[*] --> order',
        'state "placing" as order__placing',
        'order__placing : runs placeOrder',
        'order__placing --> payment : done(placeOrder)',
        'payment --> complete : done(pay) [isSomething]',
        'payment --> order : step.back<br>done(pay)',
        'any_root --> payment : failure.payment_api_failure',
      ]),
    );
  });

  it('starts an arrow from a composite state into itself at "anywhere", and names hyphened states', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'sign-in',
      states: {
        'sign-in': { initial: 'a', on: { 'step.back': '.a' }, states: { a: {}, b: { on: { go: { actions: 'x' } } } } },
        over: { type: 'final' },
      },
    });
    expect(toMermaid(machine)).toBe(
      `stateDiagram-v2
  [*] --> sign_in
  state "sign-in" as sign_in {
    [*] --> sign_in__a
    state "anywhere in sign-in" as any_sign_in
    state "a" as sign_in__a
    state "b" as sign_in__b
  }
  state "over" as over
  over --> [*]
  any_sign_in --> sign_in__a : step.back`,
    );
    expect(chartText(machine, 'm.machine.ts')).toContain('| sign-in.b |  |  |  |  | go |');
  });

  it('is written beside the machine, and reported stale when the chart has changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'charts-'));
    mkdirSync(join(folder, 'shop'));
    const file = join(folder, 'shop/shop.md');
    expect(drawAll([shopMachine], folder, true)).toEqual([`${folder}/shop/shop.md`]);
    expect(drawAll([shopMachine], folder, false)).toHaveLength(1);
    expect(drawAll([shopMachine], folder, true)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('A shop to try the tools on.');
    writeFileSync(file, readFileSync(file, 'utf8').replace('step.back', 'step.gone'));
    expect(drawAll([shopMachine], folder, true)).toHaveLength(1);
  });
});
