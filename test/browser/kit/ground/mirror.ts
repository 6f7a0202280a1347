import { type AnyStateMachine, createActor, StateMachine, type StateValue } from 'xstate';
import { machines } from '#machines/index.ts';
import type { Told } from '#src/mirrors/inspector.ts';
import { sites } from '#test/paths/plan-rows.ts';
import { createTally, type Tallied } from '#test/tools/explore/tally.ts';
import { stateOf, takenIn } from './told.ts';

/** The app of a page, once more in the test's process, from what its charts told: it can be asked, it does not run. */

type Stand = Extract<Told, { kind: 'state' }>;
type Stands = ReadonlyMap<string, Stand>;

/** In: a chart's id. Out: the chart. */
export const chartOf = (name: string): AnyStateMachine => {
  const found = Object.entries(machines).find(([id]) => id === name);
  if (!found) throw new Error(`There is no chart ${name}.`);
  return found[1];
};

/** By which name a chart knows the one below it. */
const sourceOf = (parent: AnyStateMachine, child: string): string => {
  const actors = Object.entries<unknown>(parent.implementations.actors);
  return actors.find(([, logic]) => logic instanceof StateMachine && logic.id === child)?.[0] ?? child;
};

/** Where the actors of the newest page stand. One that ended may tell so after another took its place: it is left out. */
const standsIn = (told: readonly Told[]): Stands => {
  const page = told.at(-1)?.page;
  const states = told.flatMap((one) => (one.kind === 'state' && one.page === page ? [one] : []));
  return new Map(states.filter(({ status }) => status === 'active').map((one) => [one.actor, one]));
};

const persisted = (stands: Stands, path: string): object => {
  const stand = stands.get(path);
  if (!stand) throw new Error(`${path} has told nothing yet`);
  const { machine, value, context, status } = stand;
  const children = stand.children.flatMap((id) => {
    const below = stands.get(`${path}/${id}`);
    if (!below) return [];
    const src = sourceOf(chartOf(machine), below.machine);
    return [[id, { snapshot: persisted(stands, below.actor), src }] as const];
  });
  return { value, context, status, historyValue: {}, children: Object.fromEntries(children) };
};

/** The app as it stands in the page. Throws while it has told too little. */
export const mirrorOf = (told: readonly Told[]) => {
  const none = { output: undefined, error: undefined };
  const snapshot = { ...none, ...persisted(standsIn(told), 'app'), status: 'active' } as const;
  // it goes on from the snapshot: the input is not read
  return createActor(machines.app, { snapshot, input: { site: sites[0], lang: 'ja' } });
};

/** Where one actor of the page stands; undefined when it is not there. */
export const standOf = (told: readonly Told[], actor: string): Stand | undefined => standsIn(told).get(actor);

/** What the page's charts took, as records of walks keep it. */
export const tallyOf = (told: readonly Told[]): Tallied => {
  const tally = createTally();
  const moving = new Map<string, { event: string; takes: string[]; before?: StateValue }>();
  for (const one of told) {
    const actor = `${one.page} ${one.actor}`;
    const move = moving.get(actor) ?? { event: '', takes: [] };
    if (one.kind === 'event') move.event = typeOf(one.event);
    move.takes.push(...takenIn(one));
    if (one.kind === 'state') {
      const after = stateOf(one.value);
      tally.moved(actor, {
        machine: chartOf(one.machine),
        before: move.before,
        event: move.event,
        takes: move.takes,
        after,
      });
      Object.assign(move, { before: after, takes: [] });
    }
    moving.set(actor, move);
  }
  return tally.told();
};

const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
