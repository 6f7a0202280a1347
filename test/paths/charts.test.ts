import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { journeys } from '#test/tools/explore/compose.ts';
import { figuresText, figuring, lacking } from '#test/tools/explore/figures.ts';
import { pairs } from '#test/tools/explore/pairs.ts';
import { createTally } from '#test/tools/explore/tally.ts';
import { asked, chosen, named } from '#test/tools/walks/ask.ts';
import { walkBare } from '#test/tools/walks/bare.ts';
import { exclusions } from './exclusions.ts';
import { plans } from './plans.ts';

const posts = asked?.pairs
  ? journeys(machines.app, plans, (model) => pairs(model).walks)
  : journeys(machines.app, plans);
const walks = chosen(named(posts, asked?.pairs ? 'pairs' : ''));

describe('the charts of the store', () => {
  it('have each its place', () => {
    expect(new Set(posts.map(({ model }) => model.machine.id))).toEqual(new Set(Object.keys(machines)));
  });

  it('have no arrow that nothing can take', () => {
    const excused = new Set(exclusions.map((x) => x.definition));
    expect(posts.flatMap(({ model }) => model.unreachable).filter((id) => !excused.has(id))).toEqual([]);
  });

  it('are walked as planned by the running machines, children and all', async () => {
    const tally = createTally();
    const unheard = [];
    for (const walk of walks) {
      const { record, ignored } = await walkBare(walk);
      tally.add(record.coverage);
      unheard.push(...ignored);
    }
    const figures = figuring(
      posts.map(({ model }) => model),
      exclusions,
    )(tally.told());
    console.log(figuresText(figures));
    if (!asked) expect(lacking(figures)).toEqual([]);
    expect(unheard).toEqual([]);
  });
});
