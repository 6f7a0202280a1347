import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { account, createCoverage } from '#test/tools/explore/coverage.ts';
import { drive } from '#test/tools/explore/drive.ts';
import { holdActors } from '#test/tools/explore/held.ts';
import { exclusions } from './exclusions.ts';
import { plans } from './plans.ts';

const began = process.cpuUsage();
const posts = journeys(machines.app, plans);
// of this process alone: other work on the machine does not count
const planned = process.cpuUsage(began).user / 1000;

describe('the charts of the store', () => {
  it('are planned in 5 seconds, each at its place', () => {
    expect(planned).toBeLessThan(5000);
    expect(new Set(posts.map(({ model }) => model.machine.id))).toEqual(new Set(Object.keys(machines)));
  });

  it('have no arrow that nothing can take', () => {
    const excused = new Set(exclusions.map((x) => x.definition));
    expect(posts.flatMap(({ model }) => model.unreachable).filter((id) => !excused.has(id))).toEqual([]);
  });

  it('are walked as planned by the running machines, children and all', async () => {
    const coverage = createCoverage();
    for (const journey of posts.flatMap((post) => post.journeys)) {
      const { machine, held } = holdActors(machines.app);
      const app = createActor(machine, { input: journey.input, inspect: coverage.inspect }).start();
      await drive(journey, { app, held });
      app.stop();
    }
    const told = posts.map(({ model }) => {
      const { id } = model.machine;
      const { counted, taken, missing, stale } = account(
        model.transitions,
        coverage.taken.get(id) ?? new Set(),
        exclusions,
      );
      return { id, counted, taken, missing, stale };
    });
    console.log(told.map(({ id, counted, taken }) => `${id} ${taken}/${counted}`).join(', '));
    expect(told.filter(({ missing, stale }) => missing.length + stale.length > 0)).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });
});
