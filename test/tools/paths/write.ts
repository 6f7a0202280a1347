import type { Model } from '../explore/explore.ts';
import type { StepDescription, WalkDescription } from './describe-walk.ts';

/** Output formats of walks. */
export const formats = ['table', 'json', 'gherkin', 'playwright', 'vitest'] as const;
export type Format = (typeof formats)[number];

const brief = (data: unknown, most = 90): string => {
  if (data === null) return '';
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return text.length > most ? `${text.slice(0, most)}…` : text;
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

const describeCause = ({ cause, event, data, actor }: StepDescription): string => {
  const what = brief(data, 400);
  const suffix = what ? ` with ${what}` : '';
  const name = /\((.*)\)/.exec(event)?.[1] ?? event;
  if (cause === 'visitor') return `When the visitor does "${event}"${suffix}`;
  if (cause === 'world') return `When "${event}" happens${suffix}`;
  if (cause === 'answer') return `When "${name}" answers${suffix}`;
  if (cause === 'failure') return `When "${name}" fails${suffix}`;
  return `When ${actor.split('/').at(-1)} receives "${event}"`;
};

const gherkin = (walks: readonly WalkDescription[]): string => {
  const scenarios = walks.map((walk, index) => {
    const steps = walk.steps.flatMap((step) => [
      describeCause(step),
      ...step.guards.map((guard) => `And it holds that ${guard}`),
      `Then ${step.actor.split('/').at(-1)} is in "${step.state}"`,
    ]);
    return [
      `  Scenario: ${titleOf(walk, index)}`,
      `    Given the site "${walk.site}"`,
      ...steps.map((line) => `    ${line}`),
    ];
  });
  return [`Feature: ${walks[0]?.machine ?? 'nothing'}`, ...scenarios.map((lines) => lines.join('\n'))].join('\n\n');
};

/** The walks as text. */
export const write = (walks: readonly WalkDescription[], format: Exclude<Format, 'playwright' | 'vitest'>): string => {
  if (format === 'json') return JSON.stringify(walks, null, 2);
  return format === 'gherkin' ? gherkin(walks) : table(walks);
};

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
