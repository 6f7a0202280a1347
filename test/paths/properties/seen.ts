import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { locationOf } from '#src/mirrors/address/location-of.ts';
import type { SimulatedActors } from '#test/tools/explore/simulated.ts';
import { childrenOf, machineSnapshotOf } from '#test/tools/explore/step.ts';

export type App = ActorRefFrom<typeof appMachine>;
type Children = ReturnType<App['getSnapshot']>['children'];
type SnapshotOf<Name extends keyof Children> = ReturnType<NonNullable<Children[Name]>['getSnapshot']> | undefined;

/** One chart in the actor tree. */
export type Running = { readonly path: string; readonly actor: AnyActorRef; readonly snapshot: AnyMachineSnapshot };

/** A pending actor. */
export type Waiting = {
  readonly path: string;
  /** Its name: the last part of the path. */
  readonly call: string;
  readonly input: object;
  /** What its chart calls its logic: the same call may be made under several names. */
  readonly src: string;
  readonly isClock: boolean;
  /** Another one after it was started again. */
  readonly actor: AnyActorRef;
};

/** What can be observed of the running charts: what the page shows and stores, and what it waits for. */
export type Seen = {
  readonly app: App;
  readonly screen: Screen;
  /** The address behind the hash; null if it stays as it was. */
  readonly address: string | null;
  readonly actor: AnyActorRef;
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

const runningIn = (actor: AnyActorRef, path: string): Running[] => {
  const snapshot = machineSnapshotOf(actor);
  if (snapshot?.status !== 'active') return [];
  const below = childrenOf(snapshot).flatMap(([id, ref]) => runningIn(ref, `${path}/${id}`));
  return [{ path, actor, snapshot }, ...below];
};

const waitingIn = (simulated: SimulatedActors): Waiting[] =>
  simulated.waiting().map((path) => {
    const raw: unknown = simulated.input(path);
    const input = typeof raw === 'object' && raw !== null ? raw : {};
    const isClock = 'until' in input || 'for' in input;
    const actor = simulated.actor(path);
    const call = path.split('/').at(-1) ?? '';
    return { path, call, src: String(actor.src), input, isClock, actor };
  });

/** The current state of an app and its simulated actors. */
export const seenIn = (app: App, simulated: SimulatedActors): Seen => {
  const { screen, actor, state } = onScreen(app);
  const { purchase, dialog, toast } = app.getSnapshot().children;
  return {
    app,
    screen,
    address: hashOf(locationOf(app)),
    actor,
    state,
    context: machineSnapshotOf(actor)?.context ?? {},
    purchase: purchase?.getSnapshot(),
    step: purchase ? onScreen(purchase).screen : screen,
    dialog: dialog?.getSnapshot(),
    toast: toast?.getSnapshot(),
    running: runningIn(app, 'app'),
    waiting: waitingIn(simulated),
  };
};

/** The path of an actor's parent. */
export const above = (path: string): string => path.split('/').slice(0, -1).join('/');
