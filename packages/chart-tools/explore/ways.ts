import { dotted, stateNodes } from './definitions.ts';
import type { Model, Place } from './explore.ts';
import { type Walk, walkTo } from './tours.ts';

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
