import { dotted, eventName, stateNodes } from './definitions.ts';
import type { Model, Place } from './explore.ts';
import { type Step, take, type Walk, walkTo } from './tours.ts';

/** Walks to states, which are in dot form. */

const stateOf = ({ spot }: Pick<Place, 'spot'>): string => dotted(spot.snapshot.value);
const isIn = (state: string, wanted: string): boolean => state === wanted || state.startsWith(`${wanted}.`);

/** The states of a model in the sequence found, the nearest first. */
export const statesOf = (model: Model): string[] => [...new Set([...model.states.values()].map(stateOf))];

/** The shortest walk from a start to a state. Throws with the known names if there is none. */
export function way(model: Model, to: string): Walk {
  const { id } = model.machine;
  for (const place of model.states.values()) {
    if (!isIn(stateOf(place), to)) continue;
    const walk = walkTo(model, place);
    const last = walk.steps.at(-1);
    if (last === undefined || isIn(last.state, to)) return walk;
  }
  if (stateNodes(model.machine).some((node) => node.path.join('.') === to))
    throw new Error(`${id}.${to} is left by the step that enters it: no walk can stop there.`);
  throw new Error(`${id} has no state "${to}". It has: ${statesOf(model).join(', ')}`);
}

/** The shortest walk to each state, including states on the way to others. */
export const everyState = (model: Model): Walk[] => statesOf(model).map((to) => way(model, to));

/**
 * A walk by event names (`order.submit`, `done(placeOrder)`) and `@state` where the machine must be in that state, with any data
 * and guards. Throws at the first impossible step with what is possible instead.
 */
export function byHand(model: Model, wanted: readonly string[]): Walk {
  const starts = [...model.states.values()].filter(({ depth }) => depth === 0);
  let best: { at: number; place: string; can: readonly string[] } = { at: -1, place: '', can: [] };
  const go = (start: Place, steps: readonly Step[], at: number): readonly Step[] | undefined => {
    const wish = wanted[at];
    if (wish === undefined) return steps;
    const { key, state } = steps.at(-1) ?? { key: start.key, state: stateOf(start) };
    const edges = model.edges.get(key) ?? [];
    if (at > best.at) best = { at, place: state, can: edges.map(({ event }) => eventName(event.type)) };
    if (wish.startsWith('@')) return isIn(state, wish.slice(1)) ? go(start, steps, at + 1) : undefined;
    for (const { event } of edges.filter((edge) => eventName(edge.event.type) === wish)) {
      const found = go(start, [...steps, take(model, steps.at(-1)?.spot ?? start.spot, event)], at + 1);
      if (found) return found;
    }
    return undefined;
  };
  for (const start of starts) {
    const steps = go(start, [], 0);
    if (steps) return { machine: model.machine.id, start, steps };
  }
  const wish = wanted[best.at] ?? '';
  const why = wish.startsWith('@')
    ? `it is in "${best.place}"`
    : `"${best.place}" handles: ${[...new Set(best.can)].join(', ')}`;
  throw new Error(`${model.machine.id}: step ${best.at + 1}, "${wish}", is not possible; ${why}`);
}
