import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { definitionOf, dotted, isForbidden, stateNodes, transitionsOf } from './definitions.ts';

/**
 * State × arrow: a transition together with the leaf in which it is taken. A transition of a parent state counts once for each
 * leaf below it, because in each of them it may do something else.
 */

type Arrow = { readonly leaf: string | undefined; readonly isForbidden: boolean };

const arrowsOf = new WeakMap<AnyStateMachine, ReadonlyMap<string, Arrow>>();

const leafIn = (node: AnyStateNode): AnyStateNode => {
  const [first] = Object.keys(node.states).length > 0 ? node.initial.target : [];
  return first === undefined ? node : leafIn(first);
};

/** The leaf in which a machine begins, in dot form. */
const firstLeaf = (machine: AnyStateMachine): string => leafIn(machine.root).path.join('.');

const arrowsIn = (machine: AnyStateMachine): ReadonlyMap<string, Arrow> => {
  const known = arrowsOf.get(machine);
  if (known) return known;
  const all = [machine.root, ...stateNodes(machine)].flatMap(transitionsOf);
  const arrows = new Map(
    all.map((one): [string, Arrow] => {
      const [target] = one.target ?? [];
      return [definitionOf(one).id, { leaf: target && leafIn(target).path.join('.'), isForbidden: isForbidden(one) }];
    }),
  );
  arrowsOf.set(machine, arrows);
  return arrows;
};

/** The crossings `leaf × arrow` of one macrostep; `before` is undefined for the first one. */
export const crossingsOf = (
  machine: AnyStateMachine,
  before: StateValue | undefined,
  takes: readonly string[],
): string[] => {
  const arrows = arrowsIn(machine);
  let leaf = before === undefined ? firstLeaf(machine) : dotted(before);
  return takes.flatMap((id) => {
    const from = leaf;
    const arrow = arrows.get(id);
    leaf = arrow?.leaf ?? leaf;
    return arrow === undefined || arrow.isForbidden ? [] : [`${from} × ${id}`];
  });
};
