import { pathOf, type SimulatedActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { childrenOf, machineSnapshotOf } from '@ticket-store/chart-tools/explore/step.ts';
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { locationOf } from '#src/mirrors/address/hash.ts';

export type App = ActorRefFrom<typeof appMachine>;
type Children = ReturnType<App['getSnapshot']>['children'];
type SnapshotOf<Name extends keyof Children> = ReturnType<NonNullable<Children[Name]>['getSnapshot']> | undefined;

/** A chart in the actor tree. A restart changes `instance`. */
export type Running = { readonly path: string; readonly instance: object; readonly snapshot: AnyMachineSnapshot };

/** A pending actor. */
export type Waiting = {
  readonly path: string;
  /** Its name: the last part of the path. */
  readonly call: string;
  readonly input: object;
  /** The name of its logic in `setup`: several ids may run the same logic. */
  readonly src: string;
  readonly isClock: boolean;
  /** A restart changes it. */
  readonly instance: object;
};

/** Everything that can be observed of the running charts: screen, address, stored context, running charts and pending actors. */
export type Seen = {
  readonly app: App;
  readonly screen: Screen;
  /** The address behind the hash; null if it stays as it was. */
  readonly address: string | null;
  /** The chart on screen. */
  readonly shown: Running;
  /** The state as in `data-state`. */
  readonly state: string;
  readonly context: object;
  readonly purchase: SnapshotOf<'purchase'>;
  /** The purchase's step, on screen or behind another page. */
  readonly step: Screen;
  readonly dialog: SnapshotOf<'dialog'>;
  readonly toast: SnapshotOf<'toast'>;
  readonly running: readonly Running[];
  readonly waiting: readonly Waiting[];
};

/** The step of a walk that led to a state. */
export type WalkStep = { readonly actor: readonly string[]; readonly event: EventObject };

/** Every running chart below an actor, itself first. */
const runningIn = (actor: AnyActorRef, path: string): Running[] => {
  const snapshot = machineSnapshotOf(actor);
  if (snapshot?.status !== 'active') return [];
  const below = childrenOf(snapshot).flatMap(([id, ref]) => runningIn(ref, `${path}/${id}`));
  return [{ path, instance: actor, snapshot }, ...below];
};

/** A pending actor: a clock if its input has `for` or `until`, otherwise a request. */
export const waitingAt = (path: string, src: string, raw: unknown, instance: object): Waiting => {
  const input = typeof raw === 'object' && raw !== null ? raw : {};
  const isClock = 'until' in input || 'for' in input;
  return { path, call: path.split('/').at(-1) ?? '', src, input, isClock, instance };
};

const waitingIn = (simulated: SimulatedActors): Waiting[] =>
  simulated.waiting().map((path) => {
    const actor = simulated.actor(path);
    return waitingAt(path, String(actor.src), simulated.input(path), actor);
  });

/** Observes an app, with simulated actors or real ones. */
export const seenOf = (app: App, running: readonly Running[], waiting: readonly Waiting[]): Seen => {
  const { screen, actor, state } = onScreen(app);
  const { purchase, dialog, toast } = app.getSnapshot().children;
  const path = pathOf(actor).join('/');
  const shown = running.find((chart) => chart.path === path) ?? running[0];
  if (!shown) throw new Error('No chart runs.');
  return {
    app,
    screen,
    address: hashOf(locationOf(app)),
    shown,
    state,
    context: shown.snapshot.context,
    purchase: purchase?.getSnapshot(),
    step: purchase ? onScreen(purchase).screen : screen,
    dialog: dialog?.getSnapshot(),
    toast: toast?.getSnapshot(),
    running,
    waiting,
  };
};

/** The current state of an app and its simulated actors. */
export const seenIn = (app: App, simulated: SimulatedActors): Seen =>
  seenOf(app, runningIn(app, 'app'), waitingIn(simulated));

export const holdPath = 'app/purchase/hold';

/** The chart that counts down to the end of the hold; undefined where no seats are held. */
export const holdIn = ({ running }: Pick<Seen, 'running'>): Running | undefined =>
  running.find(({ path, snapshot }) => path === holdPath && !snapshot.matches('none'));

/** The path of an actor's parent. */
export const above = (path: string): string => path.split('/').slice(0, -1).join('/');
