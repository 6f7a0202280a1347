import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import { dotted } from './definitions.ts';
import { childrenOf, machineSnapshotOf, type Spot } from './step.ts';

/** The rest of an event: `{ output }` for a done, `{ error }` for an error, a visitor's fields for a click. */
export type Case = Readonly<Record<string, unknown>>;
export type Cases = readonly Case[] | ((snapshot: AnyMachineSnapshot) => readonly Case[]);

export type Fits = (snapshot: AnyMachineSnapshot) => boolean;

/** What the explorer has to know about one machine. An empty plan is a plan. */
export type Plan = {
  /** One start per input; by default one start without input. Children get their real starts from their parents. */
  readonly inputs?: readonly unknown[];
  /**
   * Payload variants by event type. An event without a row is tried once, without payload. In `journeys`, the end of a
   * child machine needs no row: the child's own ends are tried; rows keep those they mean (same `outcome` of the child).
   */
  readonly cases?: Readonly<Record<string, Cases>>;
  /** Context keys that guards read, or that the input of a child depends on: together with the state value they are
   * what makes two places different. Left out, branches vanish. */
  readonly reads?: readonly string[];
  /** Instead of `reads`, when a whole context key says too much (an array of which only the length counts). */
  readonly key?: (snapshot: AnyMachineSnapshot) => string;
  /** Event types nobody outside sends, because the chart raises them itself. Rows in `cases` win. Default: `failure.*`. */
  readonly internal?: RegExp;
  /**
   * When this machine runs as a child: the name of the way it ended, by its output. Ends of one name are one end to the
   * parent, realised by the nearest. Default: the failure code, or else `kind`, `type` and `status` where there are any.
   */
  readonly outcome?: (output: unknown) => string;
  /**
   * For a chart that acts on `onSnapshot`: what it may see of a child, by the child's id. In `journeys` the event is
   * realised by the child's way to the nearest place that fits.
   */
  readonly looks?: Readonly<Record<string, readonly Fits[]>>;
  /** More places than this mean that the key says too much. Default 4000. */
  readonly limit?: number;
  /** A walk longer than this begins again. Default 40. */
  readonly maxSteps?: number;
};

/** Plans by machine id. A machine without a row is explored with the empty plan. */
export type Plans = Readonly<Record<string, Plan>>;

/** What makes two places the same for the explorer. An ended machine also counts by its output. */
export function keyOf(plan: Plan, spot: Spot): string {
  const { snapshot, ended } = spot;
  const over = childrenOf(snapshot).flatMap(([id, ref]) => (ended.has(ref) ? [`-${id}`] : []));
  const read = plan.key?.(snapshot) ?? (plan.reads ?? []).map((k) => JSON.stringify(snapshot.context[k])).join(' ');
  const output = snapshot.status === 'done' ? JSON.stringify(snapshot.output) : '';
  return [dotted(snapshot.value), read, ...over, output].filter((part) => part).join(' ');
}

/** Which child an event tells of, and what: `xstate.done.actor.pay` → done, pay. */
export function childReport(type: string): { kind: string; child: string } | undefined {
  const [, kind, child] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(type) ?? [];
  return kind === undefined || child === undefined ? undefined : { kind, child };
}

/** False for an event that tells of a child which is not there, or has ended. */
export function isPossible({ snapshot, ended }: Spot, { type }: EventObject): boolean {
  const { child } = childReport(type) ?? {};
  const ref = child === undefined ? undefined : snapshot.children[child];
  return child === undefined || (ref !== undefined && !ended.has(ref));
}

const unsendable = /^xstate\.done\.state\.|\*$/;

/** Whether an event of a type is one that a descriptor (`failure.*`) hears. */
export function matches(descriptor: string, type: string): boolean {
  return descriptor === type || (descriptor.endsWith('*') && type.startsWith(descriptor.slice(0, -1)));
}

/** What child machines can do, from where their parent starts them. */
export type Below = {
  /** The different ways the child can end, by name, and the name of any output. */
  readonly ends: (child: AnyActorRef) => Ends;
  /** The child as it stands in the nearest place that fits; undefined when it never comes there. */
  readonly seen: (child: AnyActorRef, fits: Fits) => AnyMachineSnapshot | undefined;
};
export type Ends = { readonly outputs: ReadonlyMap<string, unknown>; readonly outcome: (output: unknown) => string };

/** Every event that something in this place listens to, in each of its planned variants. */
export function enabled(plan: Plan, spot: Spot, below?: Below): EventObject[] {
  const { snapshot, ended } = spot;
  if (snapshot.status !== 'active') return [];
  const heard = new Set(
    snapshot._nodes.flatMap((node: AnyMachineSnapshot['_nodes'][number]) => [...node.transitions.keys()]),
  );
  const planned = Object.keys(plan.cases ?? {});
  const internal = plan.internal ?? /^failure\./;
  const types = [...heard].flatMap((descriptor) => {
    const rows = planned.filter((type) => matches(descriptor, type));
    if (rows.length > 0) return rows;
    return unsendable.test(descriptor) || internal.test(descriptor) ? [] : [descriptor];
  });
  const payloads = (type: string): readonly Case[] => {
    const given = plan.cases?.[type];
    const rows = typeof given === 'function' ? given(snapshot) : given;
    const { kind, child: id } = childReport(type) ?? {};
    if (id === undefined) return rows ?? [{}];
    const ref = snapshot.children[id];
    if (ref === undefined || ended.has(ref)) return [];
    if (machineSnapshotOf(ref) === undefined || below === undefined) return rows ?? defaultCases(kind);
    if (kind === 'done') return realisable(rows, below.ends(ref));
    const seen = kind === 'snapshot' ? (plan.looks?.[id] ?? []) : [];
    return seen.flatMap((fits) => below.seen(ref, fits) ?? []).map((snapshot) => ({ snapshot }));
  };
  return [...new Set(types)].flatMap((type) => payloads(type).map((row) => ({ ...row, type })));
}

/** The ends a child can come to; where there are rows, those that the rows mean. */
function realisable(rows: readonly Case[] | undefined, { outputs, outcome }: Ends): readonly Case[] {
  const meant = rows && new Set(rows.map((row) => outcome(row.output)));
  return [...outputs].flatMap(([name, output]) => (meant?.has(name) === false ? [] : [{ output }]));
}

function defaultCases(kind: string | undefined): readonly Case[] {
  if (kind === 'snapshot') return [];
  return kind === 'done' ? [{ output: undefined }] : [{ error: new Error('held back') }];
}
