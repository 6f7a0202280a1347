import { machines } from 'ticket-store/machines/index.ts';
import { Failure } from 'ticket-store/src/domain/failures.ts';
import type { SiteRules } from 'ticket-store/src/domain/site.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { journeys } from '../../explore/compose.ts';
import { dotted } from '../../explore/definitions.ts';
import { type Model, trail } from '../../explore/explore.ts';
import { follow, type Walk, walkTo } from '../../explore/tours.ts';
import type { Ways } from './protocol.ts';

/** A state or transition by its id, and the walk that leads there. */
type Goal = { readonly id: string; readonly walk: Walk };

/** The shortest walk to each state and over each transition of a chart. */
const goalsOf = (model: Model): Goal[] => {
  const { id } = model.machine;
  const walks = new Map<string, () => Walk>();
  const add = (goal: string, walk: () => Walk): unknown => walks.has(goal) || walks.set(goal, walk);
  for (const place of model.states.values()) {
    const names = dotted(place.spot.snapshot.value).split('.');
    for (const [at] of names.entries()) add([id, ...names.slice(0, at + 1)].join('.'), () => walkTo(model, place));
    add(id, () => walkTo(model, place));
  }
  for (const place of model.states.values())
    for (const edge of model.edges.get(place.key) ?? [])
      for (const taken of edge.takes)
        add(taken, () => {
          const { start, edges } = trail(model, place);
          return follow(model, start, [...edges, edge]);
        });
  return [...walks].map(([goal, walk]) => ({ id: goal, walk: walk() }));
};

/** Plain data of an event; the page makes a Failure of the details again. */
export const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Failure) return { failure: value.details };
  return value instanceof Error ? { message: value.message } : value;
};

/** The generated walks to every state and over every transition, at a site with these rules. */
export const findWays = (site: SiteRules): Ways => {
  const { inputs: _, ...app } = plans.app;
  const steps = new Map<string, number>();
  const ways: Record<string, readonly number[]> = {};
  const indexOf = (step: string): number => {
    const index = steps.get(step) ?? steps.size;
    steps.set(step, index);
    return index;
  };
  const goals: string[][] = [];
  const walked = (model: Model): Walk[] => {
    const found = goalsOf(model);
    goals.push(found.map(({ id }) => id));
    return found.map(({ walk }) => walk);
  };
  const posts = journeys(machines.app, { ...plans, app: { ...app, inputs: [{ site, lang: 'ja' }] } }, walked);
  for (const [at, post] of posts.entries())
    for (const [index, journey] of post.journeys.entries()) {
      const goal = goals[at]?.[index];
      if (goal === undefined || goal in ways) continue;
      const own = journey.steps.filter(({ automatic }) => !automatic);
      ways[goal] = own.map(({ actor, event }) => indexOf(JSON.stringify({ actor, event }, plain)));
    }
  return { steps: [...steps.keys()].map((step) => JSON.parse(step)), ways };
};
