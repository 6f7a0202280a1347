/** @vitest-environment happy-dom */
import { describe, expect, it } from 'vitest';
import { explore } from '../explore/explore.ts';
import { figuring } from '../explore/figures.ts';
import { payMachine } from '../explore/samples.ts';
import type { WalkRecord } from './record.ts';
import { sumsOf } from './report.ts';
import { sheet } from './sheet.ts';
import { browse } from './sheet-script.ts';

const step = {
  actor: 'app/pay',
  cause: 'visitor',
  event: 'pay.submit',
  data: { code: '<b>' },
  guards: ['isFree'],
} as const;
const planned: WalkRecord = {
  ...{ target: 'screens', lang: 'ja', site: 'mori', machine: 'pay', name: 'pay 1', seed: '7', command: 'npm run one' },
  ...{ seconds: 1.5, difference: null },
  steps: [
    { ...step, takes: [], state: 'taking', before: true, seen: 'taking' },
    { ...step, takes: [], state: 'paid', before: false, seen: 'paid' },
  ],
  coverage: {
    transitions: { pay: ['pay.choosing | pay.submit [0]'] },
    guards: { yes: [], no: ['pay.starting | always [0]'] },
    crossings: {},
    pairs: {},
  },
};
const otherwise: WalkRecord = {
  ...{ ...planned, name: 'pay 2', command: 'npm run other' },
  steps: planned.steps.map((one, index) => (index === 0 ? one : { ...one, seen: 'refused' })),
  difference: {
    step: 2,
    planned: 'paid',
    seen: 'refused',
    possible: ['pay.again → choosing'],
    message: 'it is refused',
    shown: 'screens--ja--pay-2--02.otherwise.html',
  },
};

const open = (records: readonly WalkRecord[]): void => {
  const figuresOf = figuring([explore(payMachine, { inputs: [{ free: false }] })]);
  document.documentElement.innerHTML = sheet(records, sumsOf(records, figuresOf)).replace(
    /<script>[\s\S]*<\/script>/,
    '',
  );
  browse(records);
};
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);

describe('the page of the walks', () => {
  it('sums up the coverage of each chart by target, and names what was not taken', () => {
    open([planned]);
    expect(textsOf('.ground header')).toEqual([expect.stringContaining('happy-dom')]);
    expect(textsOf('.ground tbody tr')).toEqual(['pay1/60/20/4']);
    expect(textsOf('.ground li')).toContain('pay.taking | done(takeToken) [0]');
  });

  it('shows each step with its cause, data, guards, and state, and the command that repeats it', () => {
    open([planned]);
    const [walk] = document.querySelectorAll('.walk');
    walk?.dispatchEvent(new Event('toggle'));
    expect(textsOf('.walk li')[0]).toBe('1payvisitorpay.submit[isFree]{"code":"<b>"}→ taking');
    expect(textsOf('.walk .command')).toEqual(['npm run one']);
  });

  it('lists failed walks first, and marks the failed step with what was planned, seen and possible', () => {
    open([planned, otherwise]);
    expect(textsOf('.walk summary b')).toEqual(['pay 2', 'pay 1']);
    document.querySelector('.walk')?.dispatchEvent(new Event('toggle'));
    expect(document.querySelector('.walk')?.hasAttribute('open')).toBe(true);
    expect(textsOf('.walk li:nth-child(2) dd')).toEqual(['paid', 'refused', 'it is refused', 'pay.again → choosing']);
    expect(textsOf('.walk[open] figcaption')).toEqual(['At step 2, otherwise than planned']);
    expect(document.querySelector('.walk[open] figure iframe')?.getAttribute('src')).toBe(otherwise.difference?.shown);
    expect(textsOf('output')).toEqual(['2 of 2 walks, 1 otherwise than planned']);
  });
});
