import { columns } from '../paths/write.ts';
import type { Change, Difference, Kind } from './compare.ts';

export const formats = ['text', 'markdown', 'json'] as const;
export type Format = (typeof formats)[number];

/** Labels for what exists only before, only after, or differently: `added`, or `only at mori`. */
export type Labels = Readonly<Record<Kind, string>>;
export type DrawnDifference = { readonly difference: Difference; readonly picture: string | null };

const signs: Labels = { added: '+', removed: '-', changed: '~' };
const orNothing = (value: string) => (value === '' ? '(nothing)' : value);
const fieldsOf = ({ fields }: Change) =>
  fields.map(({ name, before, after }) => `${name}: ${orNothing(before)} → ${orNothing(after)}`);

const counts = ({ changes }: Difference, labels: Labels): string =>
  (['added', 'removed', 'changed'] as const)
    .flatMap((kind) => {
      const count = changes.filter((change) => change.kind === kind).length;
      return count === 0 ? [] : [`${count} ${labels[kind]}`];
    })
    .join(', ');

const text = (all: readonly DrawnDifference[], labels: Labels): string =>
  all
    .map(({ difference, picture }) => {
      const rows = difference.changes.flatMap((change) => [
        [`  ${signs[change.kind]} ${change.what}`, change.summary],
        ...fieldsOf(change).map((field) => ['', `  ${field}`]),
      ]);
      const drawn = picture === null ? '' : `\n  drawn in ${picture}`;
      return `${difference.chart}: ${counts(difference, labels)}\n${columns(rows)}${drawn}`;
    })
    .join('\n\n');

const escaped = (raw: string) => raw.replaceAll(/([|[\]<>*_`])/g, '\\$1');

const markdown = (all: readonly DrawnDifference[], labels: Labels): string =>
  all
    .map(({ difference, picture }) => {
      const lines = difference.changes.flatMap((change) => [
        `- **${labels[change.kind]}** ${change.what} ${escaped(change.summary)}`,
        ...fieldsOf(change).map((field) => `  - ${escaped(field)}`),
      ]);
      const drawn = picture === null ? [] : [`![${difference.chart}](${picture})`, ''];
      return [`## ${difference.chart}`, '', `${counts(difference, labels)}.`, '', ...drawn, ...lines].join('\n');
    })
    .join('\n\n');

/** The differences and their pictures as text; a sentence if there are none. */
export const formatDifferences = (all: readonly DrawnDifference[], labels: Labels, format: Format): string => {
  if (format === 'json')
    return JSON.stringify(
      all.map(({ difference, picture }) => ({ ...difference, picture })),
      null,
      2,
    );
  if (all.length === 0) return 'No chart differs.';
  return format === 'markdown' ? markdown(all, labels) : text(all, labels);
};
