import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import { dotted } from './definitions.ts';
import { childrenOf, machineSnapshotOf, type Spot } from './step.ts';

/** An event's payload: `{ output }` for a done, `{ error }` for an error, a visitor's fields for a click. */
export type Case = Readonly<Record<string, unknown>>;
export type Cases = readonly Case[] | ((snapshot: AnyMachineSnapshot) => readonly Case[]);

export type Fits = (snapshot: AnyMachineSnapshot) => boolean;

/** Snapshots of a child that matter; a function of the parent's. */
export type Looks = readonly Fits[] | ((snapshot: AnyMachineSnapshot) => readonly Fits[]);

/** Facts that the explorer needs about a machine; may be empty. */
export type Plan = {
  /** Inputs, each of which is a start; by default a single start without input. Children get their real starts from their parents. */
  readonly inputs?: readonly unknown[];
  /**
   * Payload variants by event type; an event without a row is tried once without payload. In `journeys`, the end of a child
   * machine needs no row because the child's real ends are tried; rows restrict them to those of the same `outcome`.
   */
  readonly cases?: Readonly<Record<string, Cases>>;
  /** The event by which its parent begins this chart, which waits for it: it is explored from where that event leads, too. */
  readonly begins?: string;
  /** Events that only its parent sends, each with an event of the parent that causes it, and the parent's state after that. */
  readonly caused?: Readonly<Record<string, { readonly event: EventObject; readonly state: string }>>;
  /**
   * Context keys that guards or the inputs of children read. With the state value they make up a state's key; if one is left out,
   * branches are missed.
   */
  readonly reads?: readonly string[];
  /** Replaces `reads` if a whole context value distinguishes too much (e.g. an array of which only the length counts). */
  readonly key?: (snapshot: AnyMachineSnapshot) => string;
  /**
   * Names payloads, or situations, that walks take apart although they take the same transition, as a visitor who agrees and one
   * who refuses.
   */
  readonly payload?: (event: EventObject, before: AnyMachineSnapshot) => string;
  /**
   * When this machine runs as a child, the name of its end by its output. Ends of one name are equal for the parent and realised
   * by the nearest. Default: the failure code, or else `kind`, `type` and `status` if present.
   */
  readonly outcome?: (output: unknown) => string;
  /**
   * For a chart that acts on `onSnapshot`: the snapshots of a child that matter, by the child's id. In `journeys` the event is
   * realised by the child's way to the nearest match.
   */
  readonly looks?: Readonly<Record<string, Looks>>;
  /** More states than this mean that the key distinguishes too much. Default 4000. */
  readonly limit?: number;
  /** A longer walk is restarted. Default 40. */
  readonly maxSteps?: number;
};

/** The payloads of an event now, none without rows. */
export const rowsOf = (cases: Cases | undefined, snapshot: AnyMachineSnapshot): readonly Case[] =>
  typeof cases === 'function' ? cases(snapshot) : (cases ?? []);

/** The snapshots of a child that matter to its parent now. */
export const looksAt = ({ looks }: Plan, child: string, snapshot: AnyMachineSnapshot): readonly Fits[] => {
  const found = looks?.[child] ?? [];
  return typeof found === 'function' ? found(snapshot) : found;
};

/** Plans by machine id. A machine without a row has an empty plan. */
export type Plans = Readonly<Record<string, Plan>>;

/** The explorer's key of a state. An ended machine also counts by its output. */
export function keyOf(plan: Plan, spot: Spot): string {
  const { snapshot, ended } = spot;
  const over = childrenOf(snapshot).flatMap(([id, ref]) => (ended.has(ref) ? [`-${id}`] : []));
  const read = plan.key?.(snapshot) ?? (plan.reads ?? []).map((k) => JSON.stringify(snapshot.context[k])).join(' ');
  const output = snapshot.status === 'done' ? JSON.stringify(snapshot.output) : '';
  return [dotted(snapshot.value), read, ...over, output].filter((part) => part).join(' ');
}

/** The child that an event is about, and the kind: `xstate.done.actor.pay` → done, pay. */
export function childReport(type: string): { kind: string; child: string } | undefined {
  const [, kind, child] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(type) ?? [];
  return kind === undefined || child === undefined ? undefined : { kind, child };
}

/** False for an event about a child that does not exist or has ended. */
export function isPossible({ snapshot, ended }: Spot, { type }: EventObject): boolean {
  const { child } = childReport(type) ?? {};
  const ref = child === undefined ? undefined : snapshot.children[child];
  return child === undefined || (ref !== undefined && !ended.has(ref));
}

/** Events that only the chart itself raises, and wildcards: they are sent where a plan has rows for them. */
const unsendable = /^(?:xstate\.done\.state|failure)\.|\*$/;

/** Whether a descriptor (`failure.*`) matches an event type. */
export function matches(descriptor: string, type: string): boolean {
  return descriptor === type || (descriptor.endsWith('*') && type.startsWith(descriptor.slice(0, -1)));
}

/** Behaviour of child machines from the state in which their parent starts them. */
export type Below = {
  /** The different ends of the child by name, and a function that names any output. */
  readonly ends: (child: AnyActorRef) => Ends;
  /** The child in its nearest matching state, or undefined if it never reaches one. */
  readonly seen: (child: AnyActorRef, fits: Fits) => AnyMachineSnapshot | undefined;
};
export type Ends = {
  readonly outputs: ReadonlyMap<string, End>;
  readonly outcome: (output: unknown) => string;
};
/** An end with the child's snapshots on the way there, which its parent sees first. */
export type End = { readonly output: unknown; readonly seen: readonly AnyMachineSnapshot[] };

/** Every event that is handled in this state, in each of its planned variants. */
export function enabled(plan: Plan, spot: Spot, below?: Below): EventObject[] {
  const { snapshot } = spot;
  if (snapshot.status !== 'active') return [];
  // XState names the events of its active states only in this list of nodes.
  const handled = new Set(
    snapshot._nodes.flatMap((node: AnyMachineSnapshot['_nodes'][number]) => [...node.transitions.keys()]),
  );
  const planned = Object.keys(plan.cases ?? {});
  const types = [...handled].flatMap((descriptor) => {
    const rows = planned.filter((type) => matches(descriptor, type));
    if (rows.length > 0) return rows;
    return unsendable.test(descriptor) ? [] : [descriptor];
  });
  return [...new Set(types)].flatMap((type) => payloadsOf(plan, spot, type, below).map((row) => ({ ...row, type })));
}

/** The payloads with which an event can come now: the plan's, and those that a child machine can cause. */
function payloadsOf(plan: Plan, { snapshot, ended }: Spot, type: string, below?: Below): readonly Case[] {
  const cases = plan.cases?.[type];
  const rows = cases && rowsOf(cases, snapshot);
  const { kind, child: id } = childReport(type) ?? {};
  if (id === undefined) return rows ?? [{}];
  const ref = snapshot.children[id];
  if (ref === undefined || ended.has(ref)) return [];
  if (machineSnapshotOf(ref) === undefined || below === undefined) return rows ?? defaultCases(kind);
  if (kind === 'done') return realisable(rows, below.ends(ref));
  const seen = kind === 'snapshot' ? looksAt(plan, id, snapshot) : [];
  return seen.flatMap((fits) => below.seen(ref, fits) ?? []).map((snapshot) => ({ snapshot }));
}

/** The possible ends of a child; if there are rows, only those with an outcome of a row. */
function realisable(rows: readonly Case[] | undefined, { outputs, outcome }: Ends): readonly Case[] {
  const meant = rows && new Set(rows.map((row) => outcome(row.output)));
  return [...outputs].flatMap(([name, end]) => (meant?.has(name) === false ? [] : [end]));
}

function defaultCases(kind: string | undefined): readonly Case[] {
  if (kind === 'snapshot') return [];
  return kind === 'done' ? [{ output: undefined }] : [{ error: new Error('held back') }];
}
