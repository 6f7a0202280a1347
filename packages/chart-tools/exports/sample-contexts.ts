import { machines } from 'ticket-store/machines/index.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { journeys } from '../explore/compose.ts';

/** The context with which each chart of the store really starts in the walks, by its id. */
export const sampleContexts = (): ReadonlyMap<string, unknown> =>
  new Map(
    journeys(machines.app, plans, () => [], { isBrief: true }).map(({ model }) => {
      const [first] = model.states.values();
      return [model.machine.id, first?.spot.snapshot.context ?? {}] as const;
    }),
  );
