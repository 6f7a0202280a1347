import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createCoverage } from './coverage.ts';
import { explore, type Model } from './explore.ts';
import { figuresText, figuring, lacking } from './figures.ts';
import { payMachine } from './samples.ts';
import { simulateActors } from './simulated.ts';

const model: Model = explore(payMachine, {
  inputs: [{ free: false }],
  reads: ['free', 'tries'],
  cases: { 'xstate.error.actor.takeToken': [{ error: 'no' }] },
});

/** Coverage of a run in which the token is rejected this many times. */
const afterRefusals = (refusals: number) => {
  const coverage = createCoverage();
  const { machine, simulated } = simulateActors(payMachine);
  const app = createActor(machine, { input: { free: false }, inspect: coverage.inspect }).start();
  for (let tries = 0; tries < refusals; tries += 1) {
    app.send({ type: 'pay.submit' });
    simulated.reject('takeToken', 'no');
  }
  app.stop();
  return figuring([model])(coverage.results());
};

describe('figures', () => {
  it('report the pairs that were taken, out of all that can follow each other', () => {
    const [figures] = afterRefusals(1);
    expect(figures?.pairs).toMatchObject({ planned: 5, taken: 2 });
    expect(figures?.pairs.missing).toContain('pay.choosing | pay.submit [0] > pay.taking | done(takeToken) [0]');
  });

  it('are printed with the transitions that were not taken', () => {
    const figures = afterRefusals(2);
    expect(figuresText(figures)).toMatch(/pairs of transitions \d\/5/);
    expect(lacking(figures)).toMatchObject([
      { machine: 'pay', missing: expect.arrayContaining(['pay.taking | done(takeToken) [0]']) },
    ]);
  });
});
