import { isDeepStrictEqual } from 'node:util';
import { line } from '#server/core/shown.ts';
import { firstLines } from './fault.ts';
import type { Catalogue } from './schema.ts';

const kinds = ['new', 'changed', 'renamed', 'withdrawn', 'refused'] as const;
export type ChangeKind = (typeof kinds)[number];

/** A change in words; `count`: the number of rows it is about. */
export type Change = { kind: ChangeKind; text: string; count: number };

/** A row of a catalogue as it is compared: `name` in words, and its fields. */
type Compared = { name: string; fields: Readonly<Record<string, unknown>> };

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

export const oneChange = (kind: ChangeKind, text: string): Change => ({ kind, text, count: 1 });

/** Compares the rows of one kind by id. */
export const compare = (before: ReadonlyMap<string, Compared>, after: ReadonlyMap<string, Compared>): Change[] => [
  ...[...after].flatMap(([id, { name, fields }]) => {
    const known = before.get(id);
    if (!known) return [oneChange('new', name)];
    const fieldsThatDiffer = differing(known.fields, fields);
    return fieldsThatDiffer.length > 0 ? [oneChange('changed', `${name}: ${fieldsThatDiffer.join(', ')}`)] : [];
  }),
  ...[...before].flatMap(([id, { name }]) => (after.has(id) ? [] : [oneChange('withdrawn', name)])),
];

/** The sequence of the rows that both have. */
export const compareSequence = (what: string, before: readonly string[], after: readonly string[]): Change[] => {
  const both = before.filter((id) => after.includes(id));
  const now = after.filter((id) => before.includes(id));
  return isDeepStrictEqual(both, now) ? [] : [oneChange('changed', `sequence of the ${what}`)];
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

/** Rows of a catalogue by kind and id, without timespans: those are compared in the database (`spans.ts`). */
export const comparedKinds = [
  'language',
  'field',
  'payment method',
  'text',
  'product',
  'option',
  'set product',
  'coupon',
] as const;
type ComparedKind = (typeof comparedKinds)[number];

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const nameIn = (words: Texts): string => {
  const texts = words.en ?? words.ja ?? Object.values(words).find(Boolean);
  const name = texts?.product_name ?? texts?.name ?? '';
  return name === '' ? '' : ` “${name}”`;
};

const instant = (moment: string | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/** Without the keys that have no value, as JSON drops them. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

type Fields = Readonly<Record<string, unknown>> & { words?: Texts };

const compared = (kind: ComparedKind, id: string, { words, ...fields }: Fields): Compared => ({
  name: `${kind} ${id}${words ? nameIn(words) : ''}`,
  fields: { ...fields, ...(words && { words: plain(words) }) },
});

const scopeNames = (scopes: readonly { product_uuid: string; option_id: string | null }[]): string =>
  scopes
    .map(({ product_uuid, option_id }) => (option_id === null ? product_uuid : `${product_uuid}/${option_id}`))
    .sort()
    .join(' ');

type Row = readonly [id: string, fields: Fields];

/** The rows of a file, or of what is stored. */
export const rowsOf = (catalogue: Catalogue | null) => {
  const { languages = [], field_templates: fields = [], payment_methods: methods = [] } = catalogue ?? {};
  const { products = [], set_products: sets = [], coupons = [] } = catalogue ?? {};
  const texts: Partial<Catalogue['texts']> = catalogue?.texts ?? {};
  const rows: Record<ComparedKind, Row[]> = {
    language: languages.map(({ id, ...row }) => [id, row]),
    field: fields.map(({ field_name, ...row }) => [field_name, row]),
    'payment method': methods.map(({ id, ...row }) => [id, row]),
    text: Object.entries(texts).flatMap(([lang, own]) =>
      Object.entries(own ?? {}).map(([key, value]): Row => [`${key} (${lang})`, { value }]),
    ),
    product: products.map(({ uuid, was: _, options: _o, time_spans: _t, ...row }) => [uuid, row]),
    option: products.flatMap(({ uuid: product, options }) =>
      options.map(({ id, was: _, ...row }): Row => [id, { product, ...row }]),
    ),
    'set product': sets.map(({ uuid, was: _, products: own, ...row }) => [
      uuid,
      { ...row, products: [...own].sort().join(' ') },
    ]),
    coupon: coupons.map(({ code, was: _, scopes, valid_until, ...row }) => [
      code,
      { ...row, valid_until: instant(valid_until), scopes: scopeNames(scopes) },
    ]),
  };
  const mapOf = (kind: ComparedKind) => new Map(rows[kind].map(([id, row]) => [id, compared(kind, id, row)]));
  const maps = Object.fromEntries(comparedKinds.map((kind) => [kind, mapOf(kind)]));
  return maps as Record<ComparedKind, Map<string, Compared>>;
};
