import { isDeepStrictEqual } from 'node:util';
import { line } from '#server/core/shown.ts';
import { firstLines } from './fault.ts';

const kinds = ['new', 'changed', 'renamed', 'withdrawn', 'refused'] as const;
export type ChangeKind = (typeof kinds)[number];

/** A change in words; `count`: the number of rows it is about. */
export type Change = { kind: ChangeKind; text: string; count: number };

/** A row of a catalogue as it is compared: `name` in words, and its fields. */
export type Compared = { name: string; fields: Readonly<Record<string, unknown>> };

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => {
  const text = value === null || value === '' ? 'none' : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The fields that differ, with both values where they are short; of texts by language, the languages. */
const differing = (before: Compared['fields'], after: Compared['fields']): string[] =>
  Object.keys(after).flatMap((field) => {
    const [old, now] = [before[field], after[field]];
    if (isDeepStrictEqual(old, now)) return [];
    if (isScalar(old) && isScalar(now)) return [`${field} ${shown(old)} → ${shown(now)}`];
    if (!isGroup(old) || !isGroup(now)) return [field];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return [`${field} (${keys.filter((key) => !isDeepStrictEqual(old[key], now[key])).join(', ')})`];
  });

const one = (kind: ChangeKind, text: string): Change => ({ kind, text, count: 1 });

/** Compares the rows of one kind by id. */
export const compare = (before: ReadonlyMap<string, Compared>, after: ReadonlyMap<string, Compared>): Change[] => [
  ...[...after].flatMap(([id, { name, fields }]) => {
    const known = before.get(id);
    if (!known) return [one('new', name)];
    const fieldsThatDiffer = differing(known.fields, fields);
    return fieldsThatDiffer.length > 0 ? [one('changed', `${name}: ${fieldsThatDiffer.join(', ')}`)] : [];
  }),
  ...[...before].flatMap(([id, { name }]) => (after.has(id) ? [] : [one('withdrawn', name)])),
];

/** The sequence of the rows that both have. */
export const compareSequence = (what: string, before: readonly string[], after: readonly string[]): Change[] => {
  const both = before.filter((id) => after.includes(id));
  const now = after.filter((id) => before.includes(id));
  return isDeepStrictEqual(both, now) ? [] : [one('changed', `sequence of the ${what}`)];
};

export type Totals = Record<ChangeKind, number>;

export const totalsOf = (changes: readonly Change[]): Totals => {
  const totals: Totals = { new: 0, changed: 0, renamed: 0, withdrawn: 0, refused: 0 };
  for (const { kind, count } of changes) totals[kind] += count;
  return totals;
};

/** The changes as lines, at most fifty of a kind. */
export const linesOf = (changes: readonly Change[]): string[] =>
  kinds.flatMap((kind) => {
    const lines = firstLines(changes.filter((change) => change.kind === kind).map(({ text }) => text));
    return lines.map((text) => line`  ${kind.padEnd(10)} ${text}`);
  });
