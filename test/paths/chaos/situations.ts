import { type Journey, journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { dotted } from '@ticket-store/chart-tools/explore/definitions.ts';
import { drive } from '@ticket-store/chart-tools/explore/drive.ts';
import type { Model, Place } from '@ticket-store/chart-tools/explore/explore.ts';
import { actorAt, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { childrenOf, machineSnapshotOf } from '@ticket-store/chart-tools/explore/step.ts';
import { type Walk, walkTo } from '@ticket-store/chart-tools/explore/tours.ts';
import { type AnyActorRef, createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { plans } from '../plans.ts';
import { catalogue } from '../sample-shop.ts';

/** A situation in which a visitor can be: each state of each chart, by the shortest way. */
export type Situation = {
  /** The screen, the chart's state, and what distinguishes it from other variants of that state. */
  readonly name: string;
  /** The chart and state of which it is an example. */
  readonly of: string;
  readonly journey: Journey;
  /** The value of `data-state`. */
  readonly state: string;
  /** Paths of the pending requests, without timers. */
  readonly pending: readonly string[];
  /** Whether the purchase has an order, and whether its seats are held. */
  readonly hasOrder: boolean;
  readonly isHeld: boolean;
};

/** Variants of a state that look different to the visitor: the site's rules, a change of the order, a choice made. */
const variantOf = ({ context, machine }: Place['spot']['snapshot']): string => {
  const { site, changing, choice, replaces } = context;
  const isMailed = site?.mailConfirm && machine.id === 'purchase';
  return [
    site?.onlyMail ? 'begun by mail' : isMailed ? 'confirmed by mail' : '',
    changing || replaces ? 'changing' : '',
    choice && (choice.product ?? choice.day) ? 'chosen' : '',
  ]
    .filter((part) => part)
    .join(', ');
};

const isActive = ({ spot: { snapshot } }: Place): boolean => snapshot.status === 'active';
const facetOf = ({ spot: { snapshot } }: Place): string => `${dotted(snapshot.value)} ${variantOf(snapshot)}`;

/** Timers have a moment or a duration as input. */
export const isTimer = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && ('until' in input || 'for' in input);

/** The states of all charts of a running app as one string. */
const stateKeyOf = (ref: AnyActorRef): string => {
  const snapshot = machineSnapshotOf(ref);
  if (!snapshot) return '';
  const below = childrenOf(snapshot).flatMap(([id, child]) => {
    const childKey = stateKeyOf(child);
    return childKey ? [`${id}:${childKey}`] : [];
  });
  return `${dotted(snapshot.value)} ${variantOf(snapshot)}(${below.join()})`;
};

type Found = { readonly key: string; readonly situation: Situation };

/** Walks there on the charts alone and records the situation. */
const visit = async (journey: Journey): Promise<Found> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  if (!journey.actor.includes('catalogue')) simulated.resolve('app/catalogue/openShop', catalogue);
  await drive(journey, { app, simulated });
  const of = `${journey.machine} ${dotted(actorAt(app, journey.actor)?.getSnapshot().value)}`;
  const purchase = actorAt(app, ['app', 'purchase']);
  const { state } = onScreen(app);
  const variant = variantOf(purchase?.getSnapshot());
  const pending = simulated.waiting().filter((path) => !isTimer(simulated.input(path)));
  const { token, completion } = purchase?.getSnapshot().context ?? {};
  const found: Found = {
    key: stateKeyOf(app),
    situation: {
      name: [of, state.endsWith(of.split(' ').at(-1) ?? of) ? '' : `at ${state}`, variant && `(${variant})`]
        .filter((part) => part)
        .join(' '),
      of,
      journey,
      state,
      pending,
      hasOrder: token !== null && completion === null,
      isHeld: purchase?.getSnapshot().children.hold?.getSnapshot().matches('none') === false,
    },
  };
  app.stop();
  return found;
};

/** A way to each state of a chart, once for each variant. */
const waysToStates = (model: Model): Walk[] => {
  const nearest = new Map<string, Place>();
  for (const place of model.states.values())
    if (isActive(place) && !nearest.has(facetOf(place))) nearest.set(facetOf(place), place);
  return [...nearest.values()].map((place) => walkTo(model, place));
};

/** Each state of each chart at its position in the app, once for each variant; without FULL=1 a few variants are not looked for. */
export const collectSituations = async (): Promise<Situation[]> => {
  const posts = journeys(machines.app, plans, waysToStates, { isBrief: !process.env.FULL });
  const found = new Map<string, Situation>();
  for (const { journeys: walks } of posts)
    for (const journey of walks) {
      const { key, situation } = await visit(journey);
      if (!found.has(key)) found.set(key, situation);
    }
  return [...found.values()];
};
