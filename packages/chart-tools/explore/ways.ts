import { dotted, eventName, stateNodes } from './definitions.ts';
import { type Edge, type Model, type Place, trail } from './explore.ts';
import { follow, retrace, type Step, take, type Walk } from './tours.ts';

/** Walks on demand: from one state to another, avoiding something, or by given events. States are in dot form. */

const stateOf = ({ spot }: Pick<Place, 'spot'>): string => dotted(spot.snapshot.value);
const isIn = (state: string, wanted: string): boolean => state === wanted || state.startsWith(`${wanted}.`);

/** The states of a model in the sequence found, the nearest first. */
export const statesOf = (model: Model): string[] => [...new Set([...model.states.values()].map(stateOf))];

export type Wish = { readonly from?: string; readonly to: string; readonly avoid?: readonly string[] };

/**
 * The shortest walk from its start through `from` (the nearest match; a start by default) to `to`, avoiding states, events, or
 * transitions by id. Throws with the known names if there is none.
 */
export function way(model: Model, { from, to, avoid = [] }: Wish): Walk {
  const { id } = model.machine;
  const known = statesOf(model);
  for (const wanted of [from, to]) {
    if (wanted === undefined || known.some((state) => isIn(state, wanted))) continue;
    if (stateNodes(model.machine).some((node) => node.path.join('.') === wanted))
      throw new Error(`${id}.${wanted} is left by the step that enters it: no walk can stop there.`);
    throw new Error(`${id} has no state "${wanted}". It has: ${known.join(', ')}`);
  }
  const names = new Set(model.transitions.flatMap((one) => [one.id, one.event]));
  for (const one of avoid)
    if (!names.has(one) && !known.some((state) => isIn(state, one)))
      throw new Error(`${id} has no state, event or transition "${one}".`);
  const isAvoided = ({ event, takes, to: key }: Edge): boolean => {
    const place = model.states.get(key);
    const names = [eventName(event.type), ...takes];
    return avoid.some((one) => names.includes(one) || (place !== undefined && isIn(stateOf(place), one)));
  };
  const places = [...model.states.values()];
  const begins =
    from === undefined ? places.filter(({ depth }) => depth === 0) : places.filter((p) => isIn(stateOf(p), from));
  for (const begin of begins) {
    const back = new Map<string, Edge | undefined>([[begin.key, undefined]]);
    for (const key of back.keys()) {
      const place = model.states.get(key);
      if (place && isIn(stateOf(place), to) && (key !== begin.key || from !== to)) {
        const { start, edges } = trail(model, begin);
        const walk = follow(model, start, [...edges, ...retrace(back, key)]);
        const last = walk.steps.at(-1);
        if (last === undefined || isIn(last.state, to)) return walk;
      }
      for (const edge of model.edges.get(key) ?? [])
        if (!back.has(edge.to) && !isAvoided(edge)) back.set(edge.to, edge);
    }
  }
  const avoided = avoid.length > 0 ? ` without ${avoid.join(', ')}` : '';
  throw new Error(`${id}: no way${from ? ` from "${from}"` : ''} to "${to}"${avoided}`);
}

/** The shortest walk to each state, including states on the way to others. */
export const everyState = (model: Model): Walk[] => statesOf(model).map((to) => way(model, { to }));

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
