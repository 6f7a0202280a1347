import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { definitionId, dotted, isForbidden, stateNodes, transitionsOf } from './definitions.ts';

/**
 * State × arrow: a transition together with the leaf in which it is taken. A transition of a parent state counts once for each
 * leaf below it, because in each of them it may do something else.
 */

type Arrow = { readonly leaf: string | undefined; readonly isForbidden: boolean };

/** The arrows of machines that were asked for before. */
const known = new WeakMap<AnyStateMachine, ReadonlyMap<string, Arrow>>();

const leafIn = (node: AnyStateNode): AnyStateNode => {
  const [first] = Object.keys(node.states).length > 0 ? node.initial.target : [];
  return first === undefined ? node : leafIn(first);
};

const arrowsIn = (machine: AnyStateMachine): ReadonlyMap<string, Arrow> => {
  const all = [machine.root, ...stateNodes(machine)].flatMap(transitionsOf);
  const arrows = all.map((one): [string, Arrow] => {
    const [target] = one.target ?? [];
    return [definitionId(one), { leaf: target && leafIn(target).path.join('.'), isForbidden: isForbidden(one) }];
  });
  return new Map(arrows);
};

/** The crossings `leaf × arrow` of one macrostep; `before` is undefined for the first one. */
export const crossingsOf = (
  machine: AnyStateMachine,
  before: StateValue | undefined,
  takes: readonly string[],
): string[] => {
  const arrows = known.get(machine) ?? arrowsIn(machine);
  known.set(machine, arrows);
  let leaf = before === undefined ? leafIn(machine.root).path.join('.') : dotted(before);
  return takes.flatMap((id) => {
    const from = leaf;
    const arrow = arrows.get(id);
    leaf = arrow?.leaf ?? leaf;
    return arrow === undefined || arrow.isForbidden ? [] : [`${from} × ${id}`];
  });
};
