import { type AnyStateMachine, createMachine, StateMachine } from 'xstate';

/** A chart's configuration as plain data that operators change; functions in it stay as they are. */

export type Branch = { guard?: unknown; target?: unknown; actions?: unknown; reenter?: unknown };
export type Invoke = { id?: unknown; input?: unknown; onDone?: unknown; onError?: unknown; onSnapshot?: unknown };
export type Config = {
  tags?: unknown;
  entry?: unknown;
  exit?: unknown;
  on?: Record<string, unknown> | undefined;
  always?: unknown;
  invoke?: unknown;
  states?: Record<string, Config> | undefined;
};

const mapValues = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));

/** A copy whose objects and arrays may be changed; functions are shared. */
export const copyOf = <T>(value: T): T => {
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !Array.isArray(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value));
  return Object.assign(Array.isArray(value) ? [] : copy, mapValues(value));
};

export const listOf = (value: unknown): unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

/** The branches of an event as objects. */
export const branchesOf = (value: unknown): Branch[] =>
  listOf(value).map((one) => (typeof one === 'string' ? { target: one } : { ...(one as Branch) }));

/** The name of an action or guard. */
export const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type);
  return '(inline)';
};

/** The state's configuration at a path; the chart itself for an empty one. */
export const stateAt = (config: Config, path: readonly string[]): Config =>
  path.reduce((at, key) => {
    const next = at.states?.[key];
    if (!next) throw new Error(`there is no state ${path.join('.')}`);
    return next;
  }, config);

/** Every state of a chart with its path, the chart itself first. */
export const statesIn = (config: Config, path: readonly string[] = []): [readonly string[], Config][] => [
  [path, config],
  ...Object.entries(config.states ?? {}).flatMap(([key, below]) => statesIn(below, [...path, key])),
];

/** The chart with another configuration. */
export const withConfig = (machine: AnyStateMachine, config: Config): AnyStateMachine =>
  createMachine(config as AnyStateMachine['config'], machine.implementations);

/** The tree of charts in which one is replaced. */
export const planted = (root: AnyStateMachine, other: AnyStateMachine): AnyStateMachine => {
  if (root.id === other.id) return other;
  const actors = Object.entries<unknown>(root.implementations.actors).flatMap(([src, actor]) =>
    actor instanceof StateMachine ? [[src, planted(actor, other)]] : [],
  );
  return root.provide({ actors: Object.fromEntries(actors) });
};
