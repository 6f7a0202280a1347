import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { createCoverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { figuresOf, figuresText, lacking } from '@ticket-store/chart-tools/explore/figures.ts';
import { step } from '@ticket-store/chart-tools/explore/step.ts';
import { crossings } from '@ticket-store/chart-tools/explore/tours.ts';
import { walkBare } from '@ticket-store/chart-tools/walks/bare.ts';
import { nameWalks } from '@ticket-store/chart-tools/walks/named.ts';
import { describe, expect, it } from 'vitest';
import type { ContextFrom } from 'xstate';
import { machines } from '#machines/index.ts';
import { impossible } from './impossible.ts';
import { widePlans } from './wide-plans.ts';

const posts = journeys(machines.app, widePlans, crossings);
const walks = nameWalks(posts);

describe('the charts of the store', () => {
  it('are all reached', () => {
    expect(new Set(posts.map(({ model }) => model.machine.id))).toEqual(new Set(Object.keys(machines)));
  });

  it('have no transition that no event can take', () => {
    expect(posts.flatMap(({ model }) => model.unreachable)).toEqual([]);
  });

  it('have nothing of an order that has ended, in any situation: only site, language and the reason', () => {
    const { model } = posts.find((post) => post.model.machine.id === 'purchase') ?? {};
    const [first, ...places] = model?.states.values() ?? [];
    const orderIn = ({ token, order, completion }: ContextFrom<typeof machines.purchase>) =>
      token ?? order ?? completion;
    const known = ({ site, lang, failure, ...rest }: ContextFrom<typeof machines.purchase>) => rest;
    for (const { key, spot } of places.filter((place) => orderIn(place.spot.snapshot.context)))
      for (const { to, event } of model?.edges.get(key) ?? []) {
        if (orderIn(model?.states.get(to)?.spot.snapshot.context)) continue;
        const { context } = step(spot, event).spot.snapshot;
        expect(known(context), `${event.type} in ${key}`).toEqual(known(first?.spot.snapshot.context));
      }
  });

  it('run as planned on the running machines with their children', async () => {
    const coverage = createCoverage();
    for (const walk of walks) {
      const { results, ignored } = await walkBare(walk);
      coverage.add(results(), ignored);
    }
    const models = posts.map(({ model }) => model);
    const figures = figuresOf(models, coverage.results(), { impossible });
    console.log(figuresText(figures));
    expect(lacking(figures)).toEqual([]);
    expect(figures.flatMap(({ crossings: { missing } }) => missing)).toEqual([]);
    expect(figures.flatMap(({ crossings: { stale } }) => stale)).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });
});
