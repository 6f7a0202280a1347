import { isDeepStrictEqual } from 'node:util';
import type { Context } from './context.ts';

/** A requirement, worded for the author of a server. `check` throws `Broken` or `NotSeen`. */
export type Requirement = { id: string; description: string; check: (context: Context) => Promise<void> | void };
export type Section = { title: string; requirements: readonly Requirement[] };

/** The first difference: where it is, the actual and expected values, and the request if it was not the last one. */
export type Difference = { where: string; actual: unknown; expected: unknown; sent?: string };

/** A requirement that is not met. */
export class Broken extends Error {
  readonly difference: Difference;
  constructor(difference: Difference) {
    super(difference.where);
    this.name = 'Broken';
    this.difference = difference;
  }
}

/** A requirement that could not be checked, with the option that the tester must give. */
export class NotSeen extends Error {
  override name = 'NotSeen';
}

const inside = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const first = (where: string, actual: unknown, expected: unknown): Difference => {
  const [one, other] = [new Map(inside(actual)), new Map(inside(expected))];
  if (one.size === 0 || other.size === 0) return { where, actual, expected };
  for (const key of new Set([...other.keys(), ...one.keys()]))
    if (!isDeepStrictEqual(one.get(key), other.get(key))) return first(`${where}/${key}`, one.get(key), other.get(key));
  return { where, actual, expected };
};

/** Throws Broken with the first place where the actual value differs from the expected one. */
export const same = (where: string, actual: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(actual, expected)) throw new Broken(first(where, actual, expected));
};

/** Throws Broken if the condition is false; `expected` is a description. */
export const must = (where: string, isSo: boolean, actual: unknown, expected: string): void => {
  if (!isSo) throw new Broken({ where, actual, expected });
};

/** A rejection without the parts that differ between requests. */
export const comparable = <Refusal extends object>(refusal: Refusal): Omit<Refusal, 'request_id' | 'headers'> => {
  const { request_id: _id, headers: _headers, ...rest } = Object(refusal);
  return rest;
};

/** Returns the value. Throws NotSeen with `missing` if there is none. */
export const needed = <Value>(value: Value | null | undefined, missing: string): Value => {
  if (value === null || value === undefined) throw new NotSeen(missing);
  return value;
};
