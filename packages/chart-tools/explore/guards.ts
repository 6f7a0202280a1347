import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  getStateNodes,
  type StateValue,
} from 'xstate';
import { definitionId, definitionOf, isSilent, stateNodes, transitionsOf } from './definitions.ts';
import type { Model } from './explore.ts';
import { matches } from './plan.ts';

/**
 * Derives from the taken transitions which guards were evaluated: XState tries an event's transitions in sequence, innermost
 * state first, until one is enabled. So neither charts nor shop have to be changed to count them.
 */

/** One macrostep of a machine. */
export type Move = {
  readonly machine: AnyStateMachine;
  /** The state before; undefined for the first step. */
  readonly before: StateValue | undefined;
  /** The event's type. */
  readonly event: string;
  /** Ids of the definitions taken, in sequence, including those of `always` and raised events. */
  readonly takes: readonly string[];
  readonly after: StateValue;
};

/** Definitions whose guard was evaluated, by result. */
export type Answers = { readonly yes: Set<string>; readonly no: Set<string> };

const arrowsOf = new WeakMap<AnyStateMachine, ReadonlyMap<string, AnyTransitionDefinition>>();
const placesOf = new WeakMap<AnyStateMachine, Map<string, readonly AnyStateNode[]>>();

const arrowIn = (machine: AnyStateMachine, id: string): AnyTransitionDefinition | undefined => {
  const known = arrowsOf.get(machine);
  if (known) return known.get(id);
  const all = [machine.root, ...stateNodes(machine)].flatMap(transitionsOf);
  const arrows = new Map(all.map((one) => [definitionId(one), one]));
  arrowsOf.set(machine, arrows);
  return arrows.get(id);
};

/** The active states, innermost first. */
const placesIn = (machine: AnyStateMachine, value: StateValue): readonly AnyStateNode[] => {
  const known = placesOf.get(machine) ?? new Map<string, readonly AnyStateNode[]>();
  placesOf.set(machine, known);
  const name = JSON.stringify(value);
  const nodes = known.get(name) ?? [...new Set(getStateNodes(machine.root, value))].toReversed();
  known.set(name, nodes);
  return nodes;
};

/** The transitions of a state that an event of this type tries, in sequence; `''` for eventless ones. */
const candidates = (node: AnyStateNode, type: string): readonly AnyTransitionDefinition[] => {
  if (type === '') return node.always ?? [];
  const wide = [...node.transitions.keys()].filter((one) => one !== type && matches(one, type));
  const descriptors = [type, ...wide.toSorted((one, other) => other.length - one.length)];
  return descriptors.flatMap((one) => node.transitions.get(one) ?? []);
};

/** The definitions that count in pairs. */
export const noticed = (machine: AnyStateMachine, ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const arrow = arrowIn(machine, id);
    return arrow !== undefined && !isSilent(definitionOf(arrow));
  });

const addEvaluated = (
  answers: Answers,
  nodes: readonly AnyStateNode[],
  type: string,
  taken: string | undefined,
): void => {
  for (const arrow of nodes.flatMap((node) => candidates(node, type))) {
    const id = definitionId(arrow);
    const isTaken = id === taken;
    if (arrow.guard !== undefined) (isTaken ? answers.yes : answers.no).add(id);
    if (isTaken) return;
  }
};

/** Adds the guards that a move evaluated. */
export const addEvaluatedGuards = (answers: Answers, { machine, before, event, takes, after }: Move): void => {
  const [first = ''] = takes;
  const isFirst = arrowIn(machine, first)?.eventType !== '';
  if (before !== undefined) addEvaluated(answers, placesIn(machine, before), event, isFirst ? first : undefined);
  for (const id of before !== undefined && isFirst ? takes.slice(1) : takes) {
    const arrow = arrowIn(machine, id);
    // Which event matched a wildcard descriptor is not known.
    if (arrow?.eventType.endsWith('*') && arrow.guard !== undefined) answers.yes.add(id);
    else if (arrow) addEvaluated(answers, [arrow.source], arrow.eventType, id);
  }
  addEvaluated(answers, placesIn(machine, after), '', undefined);
};

/** The guards that events evaluate in any explored state of a chart. */
export const collectEvaluatedGuards = ({ machine, states, edges }: Model): Answers => {
  const answers: Answers = { yes: new Set(), no: new Set() };
  for (const { spot, depth, takes } of states.values())
    if (depth === 0)
      addEvaluatedGuards(answers, { machine, before: undefined, event: '', takes, after: spot.snapshot.value });
  for (const { from, to, event, takes } of [...edges.values()].flat()) {
    const after = states.get(to)?.spot.snapshot.value;
    const before = states.get(from)?.spot.snapshot.value;
    if (after !== undefined) addEvaluatedGuards(answers, { machine, before, event: event.type, takes, after });
  }
  return answers;
};
