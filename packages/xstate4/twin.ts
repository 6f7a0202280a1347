import { createModel } from '@xstate/test';
import * as XState from 'xstate';

/** XState 4 and its `@xstate/test`, which npm refuses beside XState 5. A twin is a chart as a file for XState 4. */
export type Twin = XState.AnyStateMachine;

/** Evaluates a file as the visualizer does, which gives XState 4's functions to the text. */
export const evaluate = (text: string): Twin => {
  const made: Twin[] = [];
  const createMachine = (...args: Parameters<typeof XState.createMachine>) => made.push(XState.createMachine(...args));
  const run = new Function('createMachine', 'actions', text);
  run(createMachine, XState.actions);
  const [machine, ...others] = made;
  if (machine === undefined || others.length > 0) throw new Error(`${made.length} machines are made`);
  return machine;
};

/** The transitions of a twin, state by state. */
const transitionsOf = (twin: Twin) => twin.stateIds.flatMap((id) => twin.getStateNodeById(id).transitions);

/** An event with each fact in both values: none holds, all that its guards ask for, and each of them alone. */
const casesOf = (twin: Twin, type: string) => {
  const own = transitionsOf(twin).filter(({ eventType }) => ['', type].includes(eventType));
  const guards = own.flatMap(({ cond }) => cond?.name ?? []);
  return [[], guards, ...guards.map((name) => [name])].map((names) => ({
    holds: Object.fromEntries(names.map((name) => [name, true])),
  }));
};

/** Walks the shortest paths that `@xstate/test` plans; returns the ids of the states that they reach. */
export const walkTwin = async (twin: Twin): Promise<ReadonlySet<string>> => {
  const exec = (run: XState.AnyInterpreter, event: XState.AnyEventObject) => void run.send(event);
  const events = twin.events.map((type) => [type, { exec, cases: casesOf(twin, type) }] as const);
  const reached = new Set<string>();
  for (const plan of createModel<XState.AnyInterpreter>(twin)
    .withEvents(Object.fromEntries(events))
    .getShortestPathPlans())
    for (const path of plan.paths) {
      const run = XState.interpret(twin).start();
      await path.test(run);
      if (!run.getSnapshot().matches(plan.state.value)) throw new Error(`${path.description} leads elsewhere`);
      for (const { id } of run.getSnapshot().configuration) reached.add(id);
    }
  return reached;
};
