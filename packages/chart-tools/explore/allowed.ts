import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { definitionId, guardName, isForbidden, stateNodes } from './definitions.ts';
import { matches } from './plan.ts';

/**
 * State × arrow as the definition of a chart allows it, counted without plan and explorer: for each leaf, every transition of the
 * leaf and of the states around it that no other one hides. A transition hides another if it is checked before it for the same event,
 * and holds always or under the same condition.
 */

/** The leaf and the states around it, innermost first. */
const parentsOf = (leaf: AnyStateNode): AnyStateNode[] => (leaf.parent ? [leaf, ...parentsOf(leaf.parent)] : [leaf]);

const hides =
  ({ guard, eventType }: AnyTransitionDefinition) =>
  (before: AnyTransitionDefinition): boolean =>
    matches(before.eventType, eventType) &&
    (before.guard === undefined || (typeof before.guard === 'string' && before.guard === guardName(guard)));

/** A leaf that is left by the step that enters it, so that no event finds a chart there. */
const isTransient = ({ always = [] }: AnyStateNode): boolean => always.some(({ guard }) => guard === undefined);

const arrowsOf = (leaf: AnyStateNode): AnyTransitionDefinition[] => {
  if (isTransient(leaf)) return leaf.always ?? [];
  const nodes = parentsOf(leaf);
  // Specific events are asked before wildcards.
  return nodes.flatMap((node) => [
    ...(node.always ?? []),
    ...[...node.transitions].toSorted(([one], [other]) => other.length - one.length).flatMap(([, rows]) => rows),
  ]);
};

/** Every `leaf × arrow` of a chart, named as in `crossings.ts`. */
export const allowedCrossings = (machine: AnyStateMachine): string[] =>
  stateNodes(machine)
    .filter(({ type }) => type === 'atomic')
    .flatMap((leaf) =>
      arrowsOf(leaf)
        .filter((one, index, all) => !isForbidden(one) && !all.slice(0, index).some(hides(one)))
        .map((one) => `${leaf.path.join('.')} × ${definitionId(one)}`),
    );
