import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
  StateMachine,
} from 'xstate';

/** An actor's path in the running system: `['app', 'purchase', 'payment', 'takeToken']`, starting with the root machine's id. */
export type ActorPath = readonly string[];

/** Identifies a simulated actor: its path, its path joined with `/`, or its id alone if only one of that id is pending. */
export type At = string | ActorPath;

/** Controls the simulated actors: every promise, callback and timer of the app stays pending until resolved here. */
export type SimulatedActors = {
  /** Paths of all pending actors, joined with `/`. */
  waiting(): string[];
  /** The input that the actor was started with. */
  input(at: At): unknown;
  /** The pending actor itself: another one after it was started again. */
  actor(at: At): AnyActorRef;
  resolve(at: At, output?: unknown): void;
  reject(at: At, error: unknown): void;
  /** Lets a deadline pass (`wait` actors). */
  fire(at: At): void;
  /** Responds with an event of a walk, `xstate.done.actor.<id>` or `xstate.error.actor.<id>`, of a child of `parent`. */
  answer(parent: ActorPath, event: EventObject): void;
};

type SimulatedSnapshot = Snapshot<unknown> & { readonly input: unknown };
type SimulatedEvent = { type: 'held.resolve'; output: unknown } | { type: 'held.reject'; error: unknown };

/** The path of an actor from the root. */
export function pathOf(ref: AnyActorRef): ActorPath {
  const parent = ref._parent;
  const logic: unknown = 'logic' in ref ? ref.logic : undefined;
  if (parent === undefined) return [logic instanceof StateMachine ? logic.id : ref.id];
  return [...pathOf(parent), ref.id];
}

/** The running actor at a path, or undefined. */
export function actorAt(root: AnyActorRef, path: ActorPath): AnyActorRef | undefined {
  return path.slice(1).reduce<AnyActorRef | undefined>((ref, id) => ref?.getSnapshot().children?.[id], root);
}

/** The logic of all simulated actors: it stays pending and ends synchronously, so that no test has to await a promise. */
function waitingLogic(present: Map<string, AnyActorRef>): ActorLogic<SimulatedSnapshot, EventObject, unknown> {
  return {
    getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
    getPersistedSnapshot: (snapshot) => snapshot,
    restoreSnapshot: (snapshot) => ({ input: undefined, ...snapshot }),
    start: (_, { self }) => {
      present.set(pathOf(self).join('/'), self);
    },
    transition: (snapshot, event) => {
      if (!isSimulatedEvent(event)) return snapshot;
      const { input } = snapshot;
      if (event.type === 'held.resolve') return { status: 'done', output: event.output, error: undefined, input };
      return { status: 'error', output: undefined, error: event.error, input };
    },
  };
}

function isSimulatedEvent(event: EventObject): event is SimulatedEvent {
  return event.type === 'held.resolve' || event.type === 'held.reject';
}

/** A copy of the machine and all child machines in which every other actor has the given logic. */
function provideAll(machine: AnyStateMachine, logic: AnyActorLogic, except: ReadonlySet<string>): AnyStateMachine {
  const actors = Object.entries<unknown>(machine.implementations.actors).flatMap(([src, actor]) => {
    if (actor instanceof StateMachine) return [[src, provideAll(actor, logic, except)]];
    return except.has(src) ? [] : [[src, logic]];
  });
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/**
 * Replaces every actor of a machine tree that is not a machine by a simulated one, except those named (`src`) in `except`.
 * Responses are synchronous. All functions of the result's `simulated` throw if no such actor is pending, or if a bare id is
 * ambiguous.
 */
export function simulateActors(
  machine: AnyStateMachine,
  { except = [] }: { readonly except?: readonly string[] } = {},
): { readonly machine: AnyStateMachine; readonly simulated: SimulatedActors } {
  const present = new Map<string, AnyActorRef>();
  const alive = () => [...present].filter(([, ref]) => isAlive(ref));
  const find = (at: At): AnyActorRef => {
    const path = typeof at === 'string' ? at : at.join('/');
    const fitting = alive().filter(([p]) => p === path || (!path.includes('/') && p.endsWith(`/${path}`)));
    const [hit, other] = fitting;
    const names = alive().map(([p]) => p);
    if (hit === undefined) throw new Error(`no actor is pending at ${path}; pending: ${names.join(', ') || 'none'}`);
    if (other !== undefined) throw new Error(`${path} is ambiguous: ${fitting.map(([p]) => p).join(', ')}`);
    return hit[1];
  };
  const resolve = (at: At, output?: unknown) => find(at).send({ type: 'held.resolve', output });
  const reject = (at: At, error: unknown) => find(at).send({ type: 'held.reject', error });
  return {
    machine: provideAll(machine, waitingLogic(present), new Set(except)),
    simulated: {
      waiting: () => alive().map(([path]) => path),
      input: (at) => find(at).getSnapshot().input,
      actor: find,
      resolve,
      reject,
      fire: (at) => resolve(at),
      answer: (parent, event) => {
        const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
        if (id === undefined) throw new Error(`${event.type} is not a response event`);
        if (kind === 'done') resolve([...parent, id], 'output' in event ? event.output : undefined);
        else reject([...parent, id], 'error' in event ? event.error : undefined);
      },
    },
  };
}

/** Whether the parent still has this child; a stopped or replaced actor keeps its last snapshot. */
function isAlive(ref: AnyActorRef): boolean {
  const parent = ref._parent;
  if (ref.getSnapshot().status !== 'active') return false;
  return parent === undefined || (parent.getSnapshot().children?.[ref.id] === ref && isAlive(parent));
}
