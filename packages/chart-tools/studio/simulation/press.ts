import { plans as testPlans } from 'ticket-store/test/paths/plans.ts';
import { widePlans } from 'ticket-store/test/paths/wide-plans.ts';
import type { AnyActorRef, EventObject } from 'xstate';
import { dotted } from '../../explore/definitions.ts';
import { enabled, type Plans } from '../../explore/plan.ts';
import { type AddressedStep, addressed, belowOf } from '../../explore/realise.ts';
import { pathOf, type SimulatedActors } from '../../explore/simulated.ts';
import { childrenOf, endedChild, machineSnapshotOf, type Spot, step } from '../../explore/step.ts';
import type { WayStep } from './protocol.ts';

// A visitor may pay by the method that the page shows as chosen, which no event has named.
const plans: Plans = { ...testPlans, payment: widePlans.payment };
const below = belowOf(plans);

/** All charts that run, from the app down. */
export const runningIn = (root: AnyActorRef): AnyActorRef[] => {
  const snapshot = machineSnapshotOf(root);
  if (snapshot?.status !== 'active') return [];
  return [root, ...childrenOf(snapshot).flatMap(([, child]) => runningIn(child))];
};

/** The step that an event causes; null where the plan's payload does not fit this moment. */
const outcomeOf = (spot: Spot, event: EventObject) => {
  try {
    return step(spot, event);
  } catch {
    return null;
  }
};

const spotOf = (actor: AnyActorRef): Spot | undefined => {
  const snapshot = machineSnapshotOf(actor);
  return snapshot && { snapshot, ended: new Set() };
};

const eventsOf = (actor: AnyActorRef, withEnds: boolean) => {
  const spot = spotOf(actor);
  const chart = spot?.snapshot.machine.id ?? '';
  return spot ? enabled(plans[chart] ?? {}, spot, withEnds ? below : undefined).map((event) => ({ spot, event })) : [];
};

/** The transitions that can be taken from here by one event, with the event. */
export const possibleIn = (root: AnyActorRef): (readonly [id: string, event: EventObject])[] =>
  runningIn(root).flatMap((actor) =>
    eventsOf(actor, false).flatMap(({ spot, event }) =>
      (outcomeOf(spot, event)?.takes ?? []).map((id) => [id, event] as const),
    ),
  );

/** The steps that take a transition from here, or null. The end of a child chart is reached by the child's own steps. */
export const stepsTo = (root: AnyActorRef, arrow: string): readonly AddressedStep[] | null => {
  const [chart = ''] = arrow.split(/[. ]/, 1);
  for (const actor of runningIn(root)) {
    if (machineSnapshotOf(actor)?.machine.id !== chart) continue;
    for (const { spot, event } of eventsOf(actor, true)) {
      const found = outcomeOf(spot, event);
      if (!found?.takes.includes(arrow)) continue;
      const state = dotted(found.spot.snapshot.value);
      // `addressed` reads neither keys nor depth, which only an exploration has.
      const taken = { event, at: spot.snapshot.value, takes: found.takes, state, key: '', spot: found.spot };
      const start = { key: '', spot, via: undefined, depth: 0, takes: [] };
      const walk = { machine: chart, start, steps: [taken] };
      const { steps } = addressed({ plans, below, childSpots: new Map() }, pathOf(actor), walk);
      return steps.filter(({ automatic }) => !automatic);
    }
  }
  return null;
};

/** Executes a step in the running app. */
export const executeStep = (root: AnyActorRef, simulated: SimulatedActors, { actor: path, event }: WayStep): void => {
  if (endedChild(event.type) !== undefined) {
    simulated.answer(path, event);
    return;
  }
  const actor = runningIn(root).find((one) => pathOf(one).join('/') === path.join('/'));
  if (!actor) throw new Error(`no actor at ${path.join('/')}`);
  actor.send(event);
};
