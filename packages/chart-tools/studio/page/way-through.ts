import type { GraphTransition } from '../../exports/graph.ts';
import type { Happened } from './live.ts';

/** The transitions that changed a chart's state; one handled in place only if it is the last. */
export const wayThrough = (transitions: readonly GraphTransition[], happened: readonly Happened[]): string[] => {
  const known = new Map(transitions.map((one) => [one.id, one]));
  const steps = happened.flatMap(({ arrows }) => arrows.flatMap((id) => known.get(id) ?? []));
  const shownSteps = steps.filter(
    ({ forbidden, inPlace, type }) => !forbidden && !(inPlace && type.startsWith('xstate.snapshot')),
  );
  return shownSteps.filter((step, at) => !step.inPlace || at === shownSteps.length - 1).map(({ id }) => id);
};
