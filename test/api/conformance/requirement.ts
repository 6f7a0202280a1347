import { isDeepStrictEqual } from 'node:util';
import type { World } from './world.ts';

/** One thing a server has to hold to, worded for who writes one. `check` throws `Broken` or `NotSeen`. */
export type Requirement = { id: string; says: string; check: (world: World) => Promise<void> | void };
export type Section = { title: string; requirements: readonly Requirement[] };

/** The first difference: where, what came there, what should have; and what was sent, where that is not the last request. */
export type Difference = { where: string; came: unknown; expected: unknown; sent?: string };

/** A requirement that does not hold. */
export class Broken extends Error {
  readonly difference: Difference;
  constructor(difference: Difference) {
    super(difference.where);
    this.name = 'Broken';
    this.difference = difference;
  }
}

/** A requirement that could not be looked at, and what the tester must give or mend so that it can. */
export class NotSeen extends Error {
  override name = 'NotSeen';
}

const inside = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const first = (where: string, came: unknown, expected: unknown): Difference => {
  const [one, other] = [new Map(inside(came)), new Map(inside(expected))];
  if (one.size === 0 || other.size === 0) return { where, came, expected };
  for (const key of new Set([...other.keys(), ...one.keys()]))
    if (!isDeepStrictEqual(one.get(key), other.get(key))) return first(`${where}/${key}`, one.get(key), other.get(key));
  return { where, came, expected };
};

/** Throws Broken with the first place in which what came is not what was expected. */
export const same = (where: string, came: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(came, expected)) throw new Broken(first(where, came, expected));
};

/** Throws Broken unless it is so; `expected` is said in words. */
export const must = (where: string, isSo: boolean, came: unknown, expected: string): void => {
  if (!isSo) throw new Broken({ where, came, expected });
};

/** Out: what is there. Throws NotSeen with what is missing. */
export const needed = <Value>(value: Value | null | undefined, missing: string): Value => {
  if (value === null || value === undefined) throw new NotSeen(missing);
  return value;
};
