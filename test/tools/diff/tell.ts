import { columns } from '../paths/write.ts';
import type { Change, Difference, Kind } from './compare.ts';

export const formats = ['text', 'markdown', 'json'] as const;
export type Format = (typeof formats)[number];

/** Labels for what exists only before, only after, or differently: `added`, or `only at mori`. */
export type Words = Readonly<Record<Kind, string>>;
export type Told = { readonly difference: Difference; readonly picture: string | null };

const signs: Words = { added: '+', removed: '-', changed: '~' };
const said = (value: string) => (value === '' ? '(nothing)' : value);
const fieldsOf = ({ fields }: Change) =>
  fields.map(({ name, before, after }) => `${name}: ${said(before)} → ${said(after)}`);

const counts = ({ changes }: Difference, words: Words): string =>
  (['added', 'removed', 'changed'] as const)
    .flatMap((kind) => {
      const count = changes.filter((change) => change.kind === kind).length;
      return count === 0 ? [] : [`${count} ${words[kind]}`];
    })
    .join(', ');

const text = (all: readonly Told[], words: Words): string =>
  all
    .map(({ difference, picture }) => {
      const rows = difference.changes.flatMap((change) => [
        [`  ${signs[change.kind]} ${change.what}`, change.told],
        ...fieldsOf(change).map((field) => ['', `  ${field}`]),
      ]);
      const drawn = picture === null ? '' : `\n  drawn in ${picture}`;
      return `${difference.chart}: ${counts(difference, words)}\n${columns(rows)}${drawn}`;
    })
    .join('\n\n');

const escaped = (told: string) => told.replaceAll(/([|[\]<>*_`])/g, '\\$1');

const markdown = (all: readonly Told[], words: Words): string =>
  all
    .map(({ difference, picture }) => {
      const lines = difference.changes.flatMap((change) => [
        `- **${words[change.kind]}** ${change.what} ${escaped(change.told)}`,
        ...fieldsOf(change).map((field) => `  - ${escaped(field)}`),
      ]);
      const drawn = picture === null ? [] : [`![${difference.chart}](${picture})`, ''];
      return [`## ${difference.chart}`, '', `${counts(difference, words)}.`, '', ...drawn, ...lines].join('\n');
    })
    .join('\n\n');

/** The differences and their pictures as text; a sentence if there are none. */
export const tell = (all: readonly Told[], words: Words, format: Format): string => {
  if (format === 'json')
    return JSON.stringify(
      all.map(({ difference, picture }) => ({ ...difference, picture })),
      null,
      2,
    );
  if (all.length === 0) return 'No chart differs.';
  return format === 'markdown' ? markdown(all, words) : text(all, words);
};
