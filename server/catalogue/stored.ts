import type { Tx } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Compared } from './difference.ts';
import type { Catalogue } from './schema.ts';

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
export type ComparedKind = (typeof comparedKinds)[number];
export type ComparedRows = Record<ComparedKind, Map<string, Compared>>;

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const nameIn = (words: Texts): string => {
  const [texts] = [words.en, words.ja, ...Object.values(words)].filter((one) => one !== undefined);
  const name = texts?.product_name ?? texts?.name ?? '';
  return name === '' ? '' : ` “${name}”`;
};

const instant = (moment: string | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/** Without the keys that have no value, as JSON drops them. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const compared = (kind: ComparedKind, id: string, { words, ...fields }: Record<string, unknown>): Compared => {
  const texts = words === undefined ? {} : { words: plain(words) };
  const name = isTexts(words) ? nameIn(words) : '';
  return {
    name: `${kind} ${id}${name}`.trim(),
    fields: { ...fields, ...texts },
  };
};

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

const scopeNames = (scopes: readonly { product_uuid: string; option_id: string | null }[]): string =>
  scopes
    .map(({ product_uuid, option_id }) => (option_id === null ? product_uuid : `${product_uuid}/${option_id}`))
    .sort()
    .join(' ');

type Row = readonly [id: string, fields: Record<string, unknown>];

/** The rows of a file, or of what is stored. */
export const rowsOf = (catalogue: Catalogue | null): ComparedRows => {
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
  const maps = comparedKinds.map((kind) => [
    kind,
    new Map(rows[kind].map(([id, row]) => [id, compared(kind, id, row)])),
  ]);
  return Object.fromEntries(maps);
};

/** Uses of the site's coupons by code. Locked, since they must not pass a new limit meanwhile. */
export const lockUses = async (tx: Tx, site: SiteCode): Promise<Map<string, number>> => {
  const coupons = tx.selectFrom('coupons').select(['code', 'uses']).where('site', '=', site);
  const rows = await coupons.orderBy('id').forUpdate().execute();
  return new Map(rows.map(({ code, uses }) => [code, uses]));
};
