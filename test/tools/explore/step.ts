import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
} from 'xstate';
import { definitionId, dotted } from './definitions.ts';

/**
 * A place a machine can stand in: its snapshot, and the children that have ended there. Pure stepping never starts a
 * child, so that an ended child cannot end twice has to be remembered here.
 */
export type Spot = { readonly snapshot: AnyMachineSnapshot; readonly ended: ReadonlySet<AnyActorRef> };

/** An event a machine sends to another actor. */
export type Sent = { readonly to: AnyActorRef; readonly event: EventObject };

/** One pure step: where it led, the ids of the definitions it took, in order, and what it sent without delay. */
export type Stepped = { readonly spot: Spot; readonly takes: readonly string[]; readonly sent: readonly Sent[] };

const idle = fromCallback(() => {});

/** What a child took as it was created, in its own first step. */
const births = new WeakMap<object, string[]>();

type Desk = { readonly takes: string[]; readonly sent: Sent[] };

const nothing = () => {};
let desk: Desk = { takes: [], sent: [] };

/** Where pure steps are taken: an actor scope in which children are created but never started and no action is executed. */
function newStage() {
  const self = createActor(idle, { parent: createActor(idle) });
  const { id, sessionId, system } = self;
  system.inspect((e) => {
    if (e.type !== '@xstate.microstep') return;
    const own = e.actorRef === self ? desk.takes : (births.get(e.actorRef) ?? []);
    own.push(...e._transitions.map(definitionId));
    if (own !== desk.takes) births.set(e.actorRef, own);
  });
  const scope: AnyActorScope = {
    self,
    id,
    sessionId,
    system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: ({ type, params }) => {
      if (type === 'xstate.sendTo' && isSent(params)) desk.sent.push(params);
    },
  };
  return scope;
}

let stage = newStage();

/** One pure step of a machine that stands in `before`, and what it took and sent. */
function purely(
  before: AnyMachineSnapshot | undefined,
  run: (scope: AnyActorScope) => AnyMachineSnapshot,
): [AnyMachineSnapshot, Desk] {
  // a stage serves many steps, as making one takes as long as a step; but names in its system belong to one step
  if (before === undefined || Object.keys(stage.system.getAll()).length > 0) stage = newStage();
  if (before !== undefined) Object.assign(stage.self, { getSnapshot: () => before });
  desk = { takes: [], sent: [] };
  return [run(stage), desk];
}

function isSent(params: unknown): params is Sent {
  return typeof params === 'object' && params !== null && 'to' in params && 'event' in params;
}

/** The children of a snapshot by id, without the holes XState leaves behind. */
export function childrenOf(snapshot: AnyMachineSnapshot): [id: string, ref: AnyActorRef][] {
  return Object.entries<AnyActorRef | undefined>(snapshot.children).flatMap(([id, ref]) => (ref ? [[id, ref]] : []));
}

/** The snapshot of a child that is itself a machine; undefined for promises, callbacks and children that are not there. */
export function machineSnapshotOf(ref: AnyActorRef | undefined): AnyMachineSnapshot | undefined {
  const snapshot: unknown = ref?.getSnapshot();
  return isMachineSnapshot(snapshot) ? snapshot : undefined;
}

/** Whether something is the snapshot of a machine. */
export function isMachineSnapshot(value: unknown): value is AnyMachineSnapshot {
  return typeof value === 'object' && value !== null && 'machine' in value && 'value' in value;
}

function sound(snapshot: AnyMachineSnapshot, where: string): AnyMachineSnapshot {
  if (snapshot.status === 'error') throw new Error(`${where}: ${String(snapshot.error)}`, { cause: snapshot.error });
  return snapshot;
}

/** The place a machine begins in. Throws when its context or first step does. */
export function begin(machine: AnyStateMachine, input: unknown): Stepped {
  const [snapshot, told] = purely(undefined, (scope) => machine.getInitialSnapshot(scope, input));
  return settle({ spot: { snapshot: sound(snapshot, `${machine.id} cannot begin`), ended: new Set() }, ...told }, []);
}

/** The place a child machine was created in by its parent's pure step, as if it had been started; undefined for others. */
export function fresh(ref: AnyActorRef | undefined): Stepped | undefined {
  const snapshot = machineSnapshotOf(ref);
  if (ref === undefined || snapshot === undefined) return undefined;
  return settle({ spot: { snapshot, ended: new Set() }, takes: births.get(ref) ?? [], sent: [] }, []);
}

/** Steps purely over one event. Throws, naming state and event, when an action throws or an error is left unhandled. */
export function step(from: Spot, event: EventObject): Stepped {
  const before = childrenOf(from.snapshot).map(([, ref]) => ref);
  return settle(transition(from, event), before);
}

function transition({ snapshot, ended }: Spot, event: EventObject): Stepped {
  const where = `${snapshot.machine.id} in "${dotted(snapshot.value)}" on ${event.type}`;
  let next: AnyMachineSnapshot;
  let told: Desk;
  try {
    [next, told] = purely(snapshot, (scope) => sound(snapshot.machine.transition(snapshot, event, scope), where));
  } catch (cause) {
    throw new Error(`${where}: ${String(cause)} (does the plan give this event its payload?)`, { cause });
  }
  const over = snapshot.children[endedChild(event.type) ?? ''];
  const candidates = over === undefined ? [...ended] : [...ended, over];
  const present = new Set(childrenOf(next).map(([, ref]) => ref));
  return { spot: { snapshot: next, ended: new Set(candidates.filter((ref) => present.has(ref))) }, ...told };
}

/** A child machine that is done as soon as it begins tells its parent at once, in the same step. */
function settle(stepped: Stepped, before: readonly AnyActorRef[]): Stepped {
  const { spot, takes, sent } = stepped;
  for (const [id, ref] of childrenOf(spot.snapshot)) {
    const child = machineSnapshotOf(ref);
    if (child?.status !== 'done' || spot.ended.has(ref) || before.includes(ref)) continue;
    const told: EventObject & { output: unknown } = { type: `xstate.done.actor.${id}`, output: child.output };
    const next = transition(spot, told);
    return settle({ spot: next.spot, takes: [...takes, ...next.takes], sent: [...sent, ...next.sent] }, before);
  }
  return stepped;
}

/** The id of the child whose end this event type reports, if it reports one. */
export function endedChild(type: string): string | undefined {
  return /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
}
