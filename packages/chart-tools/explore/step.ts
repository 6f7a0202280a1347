import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  type StateValue,
} from 'xstate';
import { definitionId, dotted } from './definitions.ts';

/**
 * A machine's concrete state: its snapshot, and the children that have ended. Pure steps never start a child, so ends must be
 * remembered here, or a child could end twice.
 */
export type Spot = { readonly snapshot: AnyMachineSnapshot; readonly ended: ReadonlySet<AnyActorRef> };

/** An event that a machine sends to another actor. */
export type Sent = { readonly to: AnyActorRef; readonly event: EventObject };

/**
 * A pure step: the state in which the event arrived, the resulting state, the ids of the definitions taken in sequence, and the
 * events sent without delay.
 */
export type Stepped = {
  readonly at?: StateValue;
  readonly spot: Spot;
  readonly takes: readonly string[];
  readonly sent: readonly Sent[];
};

const idle = fromCallback(() => {});

/** The transitions that a child took in its first step when it was created. */
const initialTakes = new WeakMap<object, string[]>();

type StepEffects = { readonly takes: string[]; readonly sent: Sent[] };

const noop = () => {};
/** Filled by the scope while `runPure` runs; a new one for each step. */
let current: StepEffects = { takes: [], sent: [] };

/** An actor scope for pure steps: children are created but never started, and no action is executed. */
function createScope(): AnyActorScope {
  const self = createActor(idle, { parent: createActor(idle) });
  const { id, sessionId, system } = self;
  system.inspect((e) => {
    if (e.type !== '@xstate.microstep') return;
    const own = e.actorRef === self ? current.takes : (initialTakes.get(e.actorRef) ?? []);
    own.push(...e._transitions.map(definitionId));
    if (own !== current.takes) initialTakes.set(e.actorRef, own);
  });
  return {
    self,
    id,
    sessionId,
    system,
    logger: noop,
    defer: noop,
    emit: noop,
    stopChild: noop,
    actionExecutor: ({ type, params }) => {
      if (type === 'xstate.sendTo' && isSent(params)) current.sent.push(params);
    },
  };
}

let pureScope = createScope();

/** Runs a pure step of a machine from `before`, with the transitions taken and events sent. */
function runPure(
  before: AnyMachineSnapshot | undefined,
  run: (scope: AnyActorScope) => AnyMachineSnapshot,
): [AnyMachineSnapshot, StepEffects] {
  // A scope is reused, since creating one takes as long as a step; but names in its system belong to one step.
  if (before === undefined || Object.keys(pureScope.system.getAll()).length > 0) pureScope = createScope();
  if (before !== undefined) Object.assign(pureScope.self, { getSnapshot: () => before });
  current = { takes: [], sent: [] };
  return [run(pureScope), current];
}

function isSent(params: unknown): params is Sent {
  return typeof params === 'object' && params !== null && 'to' in params && 'event' in params;
}

/** The children of a snapshot by id, without the undefined entries that XState leaves. */
export function childrenOf(snapshot: AnyMachineSnapshot): [id: string, ref: AnyActorRef][] {
  return Object.entries<AnyActorRef | undefined>(snapshot.children).flatMap(([id, ref]) => (ref ? [[id, ref]] : []));
}

/** The snapshot of a child that is a machine; undefined for promises, callbacks and missing children. */
export function machineSnapshotOf(ref: AnyActorRef | undefined): AnyMachineSnapshot | undefined {
  const snapshot: unknown = ref?.getSnapshot();
  return isMachineSnapshot(snapshot) ? snapshot : undefined;
}

/** Whether a value is a machine's snapshot. */
export function isMachineSnapshot(value: unknown): value is AnyMachineSnapshot {
  return typeof value === 'object' && value !== null && 'machine' in value && 'value' in value;
}

function checked(snapshot: AnyMachineSnapshot, where: string): AnyMachineSnapshot {
  if (snapshot.status === 'error') throw new Error(`${where}: ${String(snapshot.error)}`, { cause: snapshot.error });
  return snapshot;
}

/** The initial state of a machine. Throws if its context or first step throws. */
export function begin(machine: AnyStateMachine, input: unknown): Stepped {
  const [snapshot, effects] = runPure(undefined, (scope) => machine.getInitialSnapshot(scope, input));
  return settle({ spot: { snapshot: checked(snapshot, `${machine.id} cannot begin`), ended: new Set() }, ...effects });
}

/** The initial state of a child machine created by its parent's pure step, as if it had been started; undefined for others. */
export function initialOf(ref: AnyActorRef | undefined): Stepped | undefined {
  const snapshot = machineSnapshotOf(ref);
  if (ref === undefined || snapshot === undefined) return undefined;
  return settle({ spot: { snapshot, ended: new Set() }, takes: initialTakes.get(ref) ?? [], sent: [] });
}

/** Runs a pure step for an event. Throws, naming state and event, if an action throws or an error is unhandled. */
export function step(from: Spot, event: EventObject): Stepped {
  const before = childrenOf(from.snapshot).map(([, ref]) => ref);
  const ready = afterSnapshots(from, event);
  return { at: ready.snapshot.value, ...settle(transition(ready, event), before) };
}

/** The state after the child's snapshots (`seen`), which a parent that follows them receives before the child's end. */
function afterSnapshots(from: Spot, event: EventObject): Spot {
  const type = `xstate.snapshot.${endedChild(event.type)}`;
  const seen: readonly unknown[] = 'seen' in event && Array.isArray(event.seen) ? event.seen : [];
  let at = from;
  for (const snapshot of seen) {
    if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') continue;
    if (at.snapshot._nodes.some((node) => node.transitions.has(type)))
      at = transition(at, { type, snapshot } as EventObject).spot;
  }
  return at;
}

function transition({ snapshot, ended }: Spot, event: EventObject): Stepped {
  const where = `${snapshot.machine.id} in "${dotted(snapshot.value)}" on ${event.type}`;
  let next: AnyMachineSnapshot;
  let effects: StepEffects;
  try {
    [next, effects] = runPure(snapshot, (scope) => checked(snapshot.machine.transition(snapshot, event, scope), where));
  } catch (cause) {
    throw new Error(`${where}: ${String(cause)} (does the plan give this event its payload?)`, { cause });
  }
  const over = snapshot.children[endedChild(event.type) ?? ''];
  const candidates = over === undefined ? [...ended] : [...ended, over];
  const present = new Set(childrenOf(next).map(([, ref]) => ref));
  return { spot: { snapshot: next, ended: new Set(candidates.filter((ref) => present.has(ref))) }, ...effects };
}

/** A child machine that is done in its initial state reports to its parent in the same step. */
function settle(stepped: Stepped, before: readonly AnyActorRef[] = []): Stepped {
  const { spot, takes, sent } = stepped;
  for (const [id, ref] of childrenOf(spot.snapshot)) {
    const child = machineSnapshotOf(ref);
    if (child?.status !== 'done' || spot.ended.has(ref) || before.includes(ref)) continue;
    const doneEvent: EventObject & { output: unknown } = { type: `xstate.done.actor.${id}`, output: child.output };
    const next = transition(spot, doneEvent);
    return settle({ spot: next.spot, takes: [...takes, ...next.takes], sent: [...sent, ...next.sent] }, before);
  }
  return stepped;
}

/** The id of the child whose end this event type reports, or undefined. */
export function endedChild(type: string): string | undefined {
  return /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
}
