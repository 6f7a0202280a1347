import type { Journey, Post } from '@ticket-store/chart-tools/explore/compose.ts';
import { createCoverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { drive } from '@ticket-store/chart-tools/explore/drive.ts';
import { isPossible } from '@ticket-store/chart-tools/explore/plan.ts';
import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { type Step, take, type Walk } from '@ticket-store/chart-tools/explore/tours.ts';
import { postOf, startsOf, traversalOf } from '@ticket-store/chart-tools/exports/traversal.ts';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { type MachineName, machines } from '#machines/index.ts';
import { openShop } from './open-page.tsx';
import { watchCharts } from './properties/watch.ts';
import { withQuestions } from './questions.ts';
import { walk } from './walk.ts';

/** Shortest paths of a test model (`createTestModel` of xstate/graph), on the running charts and on the real screens. */

/** Transitions that the thinned paths of each chart take at least. */
const floors: Readonly<Record<MachineName, number>> = {
  app: 17,
  purchase: 47,
  order: 22,
  hold: 13,
  payment: 9,
  checkout: 27,
  queue: 10,
  correction: 6,
  coupon: 13,
  toast: 4,
  dialog: 2,
  catalogue: 2,
  ticket: 7,
  receipt: 3,
  share: 11,
  send: 14,
  revoke: 13,
  'change-date': 19,
  'shared-ticket': 7,
  inquiry: 7,
  'mail-release': 8,
  signage: 3,
};

/** Charts whose paths are walked on the real screens. */
const onScreens: readonly MachineName[] = ['purchase', 'change-date'];

type Path = { readonly steps: readonly { readonly event: EventObject }[] };

/** The events of a path on the explored chart, up to one whose child has ended there: a test model knows no children. */
const walkAlong = ({ model }: Post, start: number, { steps }: Path): Walk | undefined => {
  const place = startsOf(model.machine.id as MachineName)[start];
  if (place === undefined) return undefined;
  const taken: Step[] = [];
  for (const { event } of steps.slice(1)) {
    const spot = taken.at(-1)?.spot ?? place.spot;
    if (!isPossible(spot, event)) break;
    taken.push(take(model, spot, event));
  }
  return { machine: model.machine.id, start: place, steps: taken };
};

/** The paths of a chart's test model that add a transition to those before, the longest first. */
const thinned = (post: Post): Walk[] => {
  const name = post.model.machine.id as MachineName;
  const walks = startsOf(name).flatMap((_, start) => {
    const { machine, options } = traversalOf(name, start);
    const paths = createTestModel(machine, options).getShortestPaths();
    return paths.flatMap((path) => walkAlong(post, start, path) ?? []);
  });
  const seen = new Set<string>();
  return walks
    .sort((one, other) => other.steps.length - one.steps.length)
    .filter(({ steps }) => {
      const added = steps.flatMap(({ takes }) => takes).filter((id) => !seen.has(id));
      for (const id of added) seen.add(id);
      return added.length > 0;
    });
};

const runOnCharts = async (journey: Journey): Promise<void> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  const look = watchCharts({ app, simulated });
  try {
    await drive(withQuestions(journey), { app, simulated, look });
  } finally {
    app.stop();
  }
};

const names = Object.keys(floors) as MachineName[];
const paths = new Map(names.map((name) => [name, thinned(postOf(name))]));

it('has a floor for each chart', () => {
  expect(names.toSorted()).toEqual(Object.keys(machines).toSorted());
});

describe.each(names)('the paths of the test model of %s', (name) => {
  const post = postOf(name);
  const walks = paths.get(name) ?? [];

  it('take no fewer transitions than before', () => {
    const taken = new Set(walks.flatMap(({ steps }) => steps.flatMap(({ takes }) => takes))).size;
    console.log(`${name}: ${walks.length} paths take ${taken} of ${post.model.transitions.length} transitions`);
    expect(taken).toBeGreaterThanOrEqual(floors[name]);
  });

  it('run on the charts', async () => {
    for (const one of walks) await expect(runOnCharts(post.journeyOf(one))).resolves.toBeUndefined();
  });
});

describe('on the screens', () => {
  openShop('en');
  const walks = onScreens.flatMap((name) =>
    (paths.get(name) ?? []).map((one, index) => [`${name} ${index + 1}`, postOf(name).journeyOf(one)] as const),
  );

  it.each(walks)('%s runs', (_, journey) => walk(journey, createCoverage()));
});
