import { createTally, type Tallied } from '@ticket-store/chart-tools/explore/tally.ts';
import { type AnyStateMachine, createActor, StateMachine, type StateValue } from 'xstate';
import { machines } from '#machines/index.ts';
import type { InspectionReport } from '#src/mirrors/inspect/inspector.ts';
import { sites } from '#test/paths/plan-rows.ts';
import { stateOf, takenIn } from './reports.ts';

/** A copy of the page's app in the test process, built from its charts' messages: it can be queried but does not run. */

type StateReport = Extract<InspectionReport, { kind: 'state' }>;
type StateReports = ReadonlyMap<string, StateReport>;

/** The chart with this id. Throws if there is none. */
export const chartOf = (name: string): AnyStateMachine => {
  const found = Object.entries(machines).find(([id]) => id === name);
  if (!found) throw new Error(`There is no chart ${name}.`);
  return found[1];
};

/** The name under which a chart knows its child. */
const sourceOf = (parent: AnyStateMachine, child: string): string => {
  const actors = Object.entries<unknown>(parent.implementations.actors);
  return actors.find(([, logic]) => logic instanceof StateMachine && logic.id === child)?.[0] ?? child;
};

/** The states of the newest page's actors. An actor that ended may report after another has replaced it, and is ignored. */
const latestStates = (reports: readonly InspectionReport[]): StateReports => {
  const page = reports.at(-1)?.page;
  const states = reports.flatMap((one) => (one.kind === 'state' && one.page === page ? [one] : []));
  return new Map(states.filter(({ status }) => status === 'active').map((one) => [one.actor, one]));
};

const persisted = (states: StateReports, path: string): object => {
  const state = states.get(path);
  if (!state) throw new Error(`${path} has not reported yet`);
  const { machine, value, context, status } = state;
  const children = state.children.flatMap((id) => {
    const below = states.get(`${path}/${id}`);
    if (!below) return [];
    const src = sourceOf(chartOf(machine), below.machine);
    return [[id, { snapshot: persisted(states, below.actor), src }] as const];
  });
  return { value, context, status, historyValue: {}, children: Object.fromEntries(children) };
};

/** The app in the page's current state. Throws while messages are missing. */
export const mirrorOf = (reports: readonly InspectionReport[]) => {
  const none = { output: undefined, error: undefined };
  const snapshot = { ...none, ...persisted(latestStates(reports), 'app'), status: 'active' } as const;
  // It starts from the snapshot, so the input is not read.
  return createActor(machines.app, { snapshot, input: { site: sites[0], lang: 'ja' } });
};

/** The state of one actor of the page, or undefined. */
export const findState = (reports: readonly InspectionReport[], actor: string): StateReport | undefined =>
  latestStates(reports).get(actor);

/** The coverage of the page's charts, as stored in records of walks. */
export const tallyOf = (reports: readonly InspectionReport[]): Tallied => {
  const tally = createTally();
  const moving = new Map<string, { event: string; takes: string[]; before?: StateValue }>();
  for (const one of reports) {
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
      });
      Object.assign(move, { before: after, takes: [] });
    }
    moving.set(actor, move);
  }
  return tally.results();
};

const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
