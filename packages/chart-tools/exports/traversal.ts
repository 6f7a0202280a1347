import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { type AnyMachineSnapshot, type AnyStateMachine, createMachine, type EventObject } from 'xstate';
import { isConfig, isRecord, listOf } from '../explore/definitions.ts';
import { keyOf } from '../explore/plan.ts';
import { exploredModel } from '../walks/explored.ts';

/** Charts for XState's own path tools, `getShortestPaths` and `createTestModel` of `xstate/graph`. */

/** A state without its invokes, whose ends are ordinary events: `createTestModel` refuses charts with invokes. */
const withoutInvokes = (state: unknown): unknown => {
  if (!isRecord(state)) return state;
  const { invoke, states, on, ...rest } = state;
  const ends = listOf(invoke).flatMap((one) => {
    if (!isRecord(one)) return [];
    const { id, onDone, onError, onSnapshot } = one;
    const rows = { done: onDone, error: onError, snapshot: onSnapshot };
    return Object.entries(rows).flatMap(([kind, row]) =>
      row === undefined ? [] : [[`xstate.${kind === 'snapshot' ? kind : `${kind}.actor`}.${id}`, row]],
    );
  });
  return {
    ...rest,
    on: { ...Object.fromEntries(ends), ...(isRecord(on) ? on : {}) },
    ...(isRecord(states)
      ? { states: Object.fromEntries(Object.entries(states).map(([key, one]) => [key, withoutInvokes(one)])) }
      : {}),
  };
};

/** Whether an action needs real children: a `sendTo`, or one that looks for them or gives them a name in the system. */
const needsChildren = (action: unknown): boolean => {
  const { type, collect } = Object(action);
  return type === 'xstate.sendTo' || /\.children\b|\bsystemId\b/.test(String(collect));
};

/** The chart with its guards, actions and context as shipped; the test provides invoked actors and their events. */
const testable = (machine: AnyStateMachine): AnyStateMachine => {
  const config = withoutInvokes(machine.config);
  if (!isConfig(config)) throw new Error(`${machine.id} has no configuration`);
  const { actions } = machine.implementations;
  const mute = Object.keys(actions).filter((name) => needsChildren(actions[name]));
  return createMachine(config, {
    ...machine.implementations,
    actions: { ...actions, ...Object.fromEntries(mute.map((name) => [name, () => {}])) },
  });
};

/** The different situations in which a chart starts in the walks. */
export const startsOf = (name: MachineName) =>
  [...exploredModel(name).states.values()].filter(({ depth }) => depth === 0);

/** The key by which a plan distinguishes situations, without ended children, which `xstate/graph` does not know. */
const withoutEnds = (key: string): string => key.replaceAll(/ -\S+/g, '');

/**
 * A chart and the options with which `xstate/graph` explores it: it starts as in the walks, with the events and replies that its
 * plan (test/paths/plans) has for the situation, and two situations are the same if the plan says so. `start` chooses
 * among the situations in which the chart starts. Throws if there is no such one.
 */
export const traversalOf = (name: MachineName, start = 0) => {
  const model = exploredModel(name);
  const place = startsOf(name)[start];
  if (place === undefined) throw new Error(`${name} has ${startsOf(name).length} starts in the walks, counted from 0.`);
  const { plan } = model;
  const keyIn = (snapshot: AnyMachineSnapshot) => withoutEnds(keyOf(plan, { snapshot, ended: new Set() }));
  const bySituation = Map.groupBy(model.states.values(), ({ key }) => withoutEnds(key));
  const events = (snapshot: AnyMachineSnapshot): EventObject[] => {
    const places = bySituation.get(keyIn(snapshot)) ?? [];
    return places.flatMap(({ key }) => model.edges.get(key) ?? []).map(({ event }) => event);
  };
  const machine = testable(machines[name]);
  const { value, context } = place.spot.snapshot;
  return {
    machine,
    options: {
      fromState: machine.resolveState({ value, context }),
      events,
      // A test model tries every event that the chart handles without a payload too.
      filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject) => events(snapshot).includes(event),
      serializeState: keyIn,
    },
  };
};
