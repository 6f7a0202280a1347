import { Visitor } from 'vite';
import type { Source } from './source.ts';

/** Words that the glossary replaces (docs/glossary.md#one-word-one-meaning), in the forms that names are made of. */
const replaced: ReadonlySet<string> = new Set(
  [
    'told tell tells telling said says say saying heard hears asked kept keeps keeper vault vaults desk desks deed deeds',
    'parcel parcels bring brings brought presses law laws patience standing standings ground grounds hands world worlds',
    'spare spared around given whoever whom booked anew receiver receivers door doors complaint complaints complain',
  ].flatMap((line) => line.split(' ')),
);

/** Names that are stored, public or another project's: columns, the operator's endpoint, settings, pictures, Playwright. */
const stored: ReadonlySet<string> = new Set([
  ...['asked_at', 'asked_by', 'kept_yen', 'abandoned_asked', 'order_asked'],
  ...['said', 'SHOP_PATIENCE', 'bringToFront'],
  // a picture of the gallery
  'kept',
]);

/** Alone, a superlative does not say of what: `maxLength`, `longestWait`. */
const superlatives: ReadonlySet<string> = new Set(['least', 'greatest', 'longest']);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Pronouns that stand for a subject: a comment names it instead. */
const pronoun = /(?:^[\s*]*(?:What|One|Who|Whoever|Those)|[.;:] (?:What|Who|Whoever)) [^\s*]+/gm;

/** A line for each comment that begins a line or sentence with a pronoun. */
export const commentFaults = ({ path, comments }: Source): string[] =>
  comments.flatMap(({ value }) =>
    [...value.matchAll(pronoun)].map(
      ([words]) => `${path}: “${words.replace(/^[\s*.;:]+/, '')} …” in a comment names no subject`,
    ),
  );

/** A line for each name in a file that has a word which the glossary replaces. */
export const vocabularyFaults = ({ path, program }: Source): string[] => {
  const names = new Set<string>();
  const add = ({ name }: { name: string }) => names.add(name);
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(program);
  const inNames = [...names].filter((name) => !stored.has(name));
  return [...inNames, path].flatMap((name) => {
    const found = wordsOf(name).filter((word) => replaced.has(word) || superlatives.has(name));
    return found.length ? [`${path}: ${name} has “${found.join('”, “')}”`] : [];
  });
};
