import type { Model } from '../explore/explore.ts';
import type { WalkDescription } from './describe-walk.ts';

/** Output formats of walks. */
export const formats = ['table', 'json', 'playwright', 'vitest'] as const;
export type Format = (typeof formats)[number];

/** Characters of a payload in a table. */
const maxLength = 90;

const brief = (data: unknown): string => {
  if (data === null) return '';
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};

/** Aligns the cells of rows in columns. */
export const columns = (rows: readonly (readonly string[])[]): string => {
  const wide = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(wide[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const titleOf = ({ machine, site }: WalkDescription, index: number): string => `${machine} ${index + 1} (${site})`;

const table = (walks: readonly WalkDescription[]): string =>
  walks
    .map((walk, index) => {
      const rows = walk.steps.map(({ actor, cause, event, data, guards, state, before }, at) => [
        `${before ? '·' : ' '}${String(at + 1).padStart(3)}`,
        actor.split('/').at(-1) ?? '',
        cause,
        event,
        guards.length > 0 ? `[${guards.join(', ')}]` : '',
        `→ ${state}`,
        brief(data),
      ]);
      return `${titleOf(walk, index)}\n${columns(rows)}`;
    })
    .join('\n\n');

/** The walks as text. */
export const write = (walks: readonly WalkDescription[], format: 'table' | 'json'): string =>
  format === 'json' ? JSON.stringify(walks, null, 2) : table(walks);

/** An explored chart as text: its states, and its transitions with guards and targets. */
export const chartOf = ({ machine, transitions, states }: Model): string => {
  const short = (id: string) => id.replace(`${machine.id}.`, '');
  const rows = transitions.map(({ source, event, guard, targets, forbidden }) => [
    short(source),
    event,
    guard ? `[${guard}]` : '',
    forbidden ? 'nothing happens' : targets.length > 0 ? `→ ${targets.map(short).join(', ')}` : '(in place)',
  ]);
  return `${machine.id}: ${transitions.length} transitions, ${states.size} places\n${columns(rows)}`;
};
