import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { figuresText, figuring, lacking } from '@ticket-store/chart-tools/explore/figures.ts';
import { pairs } from '@ticket-store/chart-tools/explore/pairs.ts';
import { createTally } from '@ticket-store/chart-tools/explore/tally.ts';
import { crossings } from '@ticket-store/chart-tools/explore/tours.ts';
import { walkBare } from '@ticket-store/chart-tools/walks/bare.ts';
import { currentSelection, nameWalks, selectWalks } from '@ticket-store/chart-tools/walks/selection.ts';
import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { impossible } from './impossible.ts';
import { plans } from './plans.ts';
import { widePlans } from './wide-plans.ts';

const posts = currentSelection?.pairs
  ? journeys(machines.app, plans, (model) => pairs(model).walks)
  : journeys(machines.app, widePlans, crossings);
const walks = selectWalks(nameWalks(posts, currentSelection?.pairs ? 'pairs' : ''));

describe('the charts of the store', () => {
  it('are all reached', () => {
    expect(new Set(posts.map(({ model }) => model.machine.id))).toEqual(new Set(Object.keys(machines)));
  });

  it('have no transition that no event can take', () => {
    expect(posts.flatMap(({ model }) => model.unreachable)).toEqual([]);
  });

  it('run as planned on the running machines with their children', async () => {
    const tally = createTally();
    const unhandled = [];
    for (const walk of walks) {
      const { results, ignored } = await walkBare(walk);
      tally.add(results());
      unhandled.push(...ignored);
    }
    const figures = figuring(
      posts.map(({ model }) => model),
      [],
      impossible,
    )(tally.results());
    console.log(figuresText(figures));
    if (!currentSelection) expect(lacking(figures)).toEqual([]);
    if (!currentSelection) expect(figures.flatMap(({ crossings: { missing } }) => missing)).toEqual([]);
    if (!currentSelection) expect(figures.flatMap(({ crossings: { stale } }) => stale)).toEqual([]);
    expect(unhandled).toEqual([]);
  });
});
