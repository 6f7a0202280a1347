import { listOf, stateNodes, transitionsOf } from '@ticket-store/chart-tools/explore/definitions.ts';
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';

/** A rule of docs/charts.md#rules: returns a line for each breach in a chart. */
export type Rule = (machine: AnyStateMachine) => string[];

export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => [machine.root, ...stateNodes(machine)];
const pathOf = (node: AnyStateNode): AnyStateNode[] => [...(node.parent ? pathOf(node.parent) : []), node];
const leavesOf = (machine: AnyStateMachine) => nodesOf(machine).filter((n) => n.type === 'atomic');
export const metaOf = (node: AnyStateNode): { screen?: unknown; child?: unknown } => node.meta ?? {};
const hasScreens = (machine: AnyStateMachine) => nodesOf(machine).some((n) => shows(n));
const shows = (node: AnyStateNode) => metaOf(node).screen !== undefined || metaOf(node).child !== undefined;
const logicOf = (machine: AnyStateMachine, src: unknown): unknown => machine.implementations.actors[String(src)];

/** docs/charts.md#form ≤ 25 states, ≤ 3 levels below the root, ≤ 6 branches of an event, no parallel states in a chart with screens. */
export const size: Rule = (machine) => {
  const nodes = stateNodes(machine);
  const deep = nodes.filter((n) => n.path.length > 3).map((n) => `${n.id} is deeper than 3 levels`);
  const parallel = nodesOf(machine).filter((n) => n.type === 'parallel' && hasScreens(machine));
  const forks = nodesOf(machine).flatMap((n) => [...n.transitions].filter(([, branches]) => branches.length > 6));
  return [
    ...forks.map(([type, branches]) => `${machine.id}: ${type} has ${branches.length} branches, 6 are allowed`),
    ...(nodes.length > 25 ? [`${machine.id} has ${nodes.length} states, 25 are allowed`] : []),
    ...deep,
    ...parallel.map((n) => `${n.id} is parallel in a chart with screens`),
  ];
};

/** docs/charts.md#names Every state and the chart have a description. */
export const descriptions: Rule = (machine) =>
  nodesOf(machine)
    .filter((n) => (n.description ?? '').trim() === '')
    .map((n) => `${n.id} has no description`);

/** docs/charts.md#tags A state that makes a request has the tag `pending`. */
export const requestTags: Rule = (machine) =>
  leavesOf(machine).flatMap((leaf) => {
    const requests = leaf.invoke.filter(
      ({ src }) => src !== 'wait' && !(logicOf(machine, src) instanceof StateMachine),
    );
    const isPending = pathOf(leaf).some(({ tags }) => tags.includes('pending'));
    return isPending ? [] : requests.map(({ id }) => `${leaf.id} invokes ${id} and is not pending`);
  });

/**
 * docs/charts.md#on-screen In a chart with screens each leaf has one screen or child, which is invoked in it or in an ancestor;
 * the screen that it names is the child's.
 */
export const screens: Rule = (machine) =>
  leavesOf(machine).flatMap((leaf) => {
    if (!hasScreens(machine)) return [];
    const path = pathOf(leaf);
    const [shown, ...more] = path.filter(shows);
    if (shown === undefined || more.length > 0)
      return [`${leaf.id} resolves to ${more.length + (shown ? 1 : 0)} screens`];
    const { child } = metaOf(shown);
    if (child === undefined) return [];
    const run = path.flatMap((n) => n.invoke).find(({ id }) => id === child);
    return run ? [] : [`${leaf.id} shows "${child}", not invoked there`];
  });

/**
 * docs/charts.md#composition Invokes have an id and a src, and each end leads on: an unhandled error stops a chart, an unhandled
 * result leaves the visitor waiting.
 * docs/charts.md#timers No `after`.
 */
export const invokes: Rule = (machine) =>
  nodesOf(machine).flatMap((node) => [
    ...(node.config.after === undefined ? [] : [`${node.id} uses after`]),
    ...listOf(node.config.invoke).flatMap((config) => invoked(machine, node, config)),
  ]);

function invoked(machine: AnyStateMachine, node: AnyStateNode, config: unknown): string[] {
  const row: Readonly<Record<string, unknown>> = typeof config === 'object' && config !== null ? { ...config } : {};
  const { id, src } = row;
  if (typeof id !== 'string' || typeof src !== 'string') return [`${node.id} invokes something without id or name`];
  const logic = logicOf(machine, src);
  if (logic === undefined) return [`${node.id} invokes ${src}, which setup does not know`];
  const isChart = logic instanceof StateMachine;
  // A timer does not fail, and some charts never end.
  const isEndless = isChart && stateNodes(logic).every(({ type }) => type !== 'final');
  const ends = [...(isEndless ? [] : ['onDone']), ...(isChart || src === 'wait' ? [] : ['onError'])];
  return ends.filter((end) => !isCertain(listOf(row[end]))).map((end) => `${node.id} invokes ${id} without ${end}`);
}

/** Whether one of the branches is taken whatever the guards say. */
const isCertain = (branches: readonly unknown[]): boolean =>
  branches.some((one) => typeof one === 'string' || Object(one).guard === undefined);

/** docs/charts.md#form Charts refer to actions by name. The compiler knows those of `setup`; guards: extract.test.ts. */
export const names: Rule = (machine) =>
  nodesOf(machine).flatMap((node) => {
    const actions: unknown[] = [...node.entry, ...node.exit, ...transitionsOf(node).flatMap((t) => t.actions)];
    const isNamed = (action: unknown) => typeof action === 'string' || typeof Object(action).type === 'string';
    return actions.every(isNamed) ? [] : [`${node.id} has an inline action`];
  });

/** docs/charts.md#page-requests A chart that owns addresses refuses each page that it does not show, by a row without a guard. */
export const answersPages: Rule = (machine) => {
  const branches = machine.root.transitions.get('page.requested.*') ?? [];
  const last = branches.at(-1);
  if (last === undefined) return [`${machine.id} does not answer page.requested.* on its root`];
  if (last.guard !== undefined) return [`${machine.id}: the last branch of page.requested.* has a guard`];
  return [];
};
