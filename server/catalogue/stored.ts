import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
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

const instant = (moment: string | Date | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

/** Without the keys that have no value, as JSON drops them. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** `withdrawn_at` of a row that is stored. */
type Stored = { withdrawn_at?: Date | null };

const compared = (kind: ComparedKind, id: string, { words, ...row }: Record<string, unknown> & Stored): Compared => {
  const { withdrawn_at, ...fields } = row;
  const texts = words === undefined ? {} : { words: plain(words) };
  const name = isTexts(words) ? nameIn(words) : '';
  return {
    name: `${kind} ${id}${name}`.trim(),
    isWithdrawn: withdrawn_at instanceof Date,
    fields: { ...fields, ...texts },
  };
};

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

const mapOf = (kind: ComparedKind, rows: readonly [string, Record<string, unknown> & Stored][]) =>
  new Map(rows.map(([id, row]) => [id, compared(kind, id, row)]));

const scopeNames = (scopes: readonly { product_uuid: string; option_id: string | null }[]): string =>
  scopes
    .map(({ product_uuid, option_id }) => (option_id === null ? product_uuid : `${product_uuid}/${option_id}`))
    .sort()
    .join(' ');

/** The rows of a file. */
export const rowsOf = (catalogue: Catalogue): ComparedRows => ({
  language: mapOf(
    'language',
    catalogue.languages.map(({ id, ...row }) => [id, row]),
  ),
  field: mapOf(
    'field',
    catalogue.field_templates.map(({ field_name, ...row }) => [field_name, row]),
  ),
  'payment method': mapOf(
    'payment method',
    catalogue.payment_methods.map(({ id, ...row }) => [id, row]),
  ),
  text: mapOf(
    'text',
    Object.entries(catalogue.texts).flatMap(([lang, rows]) =>
      Object.entries(rows).map(([key, value]): [string, Record<string, unknown>] => [`${key} (${lang})`, { value }]),
    ),
  ),
  product: mapOf(
    'product',
    catalogue.products.map(({ uuid, was: _, options: _o, time_spans: _t, ...row }) => [uuid, row]),
  ),
  option: mapOf(
    'option',
    catalogue.products.flatMap(({ uuid: product, options }) =>
      options.map(({ id, was: _, ...row }): [string, Record<string, unknown>] => [id, { product, ...row }]),
    ),
  ),
  'set product': mapOf(
    'set product',
    catalogue.set_products.map(({ uuid, was: _, products, ...row }) => [
      uuid,
      { ...row, products: [...products].sort().join(' ') },
    ]),
  ),
  coupon: mapOf(
    'coupon',
    catalogue.coupons.map(({ code, was: _, scopes, valid_until, ...row }) => [
      code,
      { ...row, valid_until: instant(valid_until), scopes: scopeNames(scopes) },
    ]),
  ),
});

const readProducts = (tx: Tx, site: SiteCode) =>
  tx
    .selectFrom('products')
    .select(['uuid', 'sale_type', 'min_quantity', 'max_quantity', 'last_admission', 'words', 'withdrawn_at'])
    .select([sql<string>`sale_from::text`.as('sale_from'), sql<string>`sale_to::text`.as('sale_to')])
    .where('site', '=', site)
    .orderBy('position')
    .execute();

const readOptions = (tx: Tx, site: SiteCode) =>
  tx
    .selectFrom('product_options')
    .select(['id', 'product_uuid as product', 'type', 'add_cost', 'min', 'max', 'needs', 'words', 'withdrawn_at'])
    .where('site', '=', site)
    .orderBy('product_uuid')
    .orderBy('position')
    .execute();

const readSets = (tx: Tx, site: SiteCode) =>
  tx
    .selectFrom('set_products')
    .select(['uuid', 'add_cost', 'max', 'stock', 'words', 'withdrawn_at'])
    .select(
      sql<string>`coalesce((select string_agg(product_uuid, ' ' order by product_uuid collate "C") from set_offers
        where set_offers.site = set_products.site and set_uuid = set_products.uuid), '')`.as('products'),
    )
    .where('site', '=', site)
    .orderBy('position')
    .execute();

/** Locked, since their uses must not pass a new limit meanwhile. */
const readCoupons = async (tx: Tx, site: SiteCode) => {
  const scopes = await tx.selectFrom('coupon_scopes').selectAll().where('site', '=', site).execute();
  const coupons = await tx
    .selectFrom('coupons')
    .select(['id', 'code', 'kind', 'amount', 'channel', 'valid_until', 'use_limit', 'uses', 'words', 'withdrawn_at'])
    .select([sql<string | null>`visit_from::text`.as('visit_from'), sql<string | null>`visit_to::text`.as('visit_to')])
    .where('site', '=', site)
    .orderBy('id')
    .forUpdate()
    .execute();
  return coupons.map((coupon) => ({
    ...coupon,
    scopes: scopeNames(scopes.filter(({ coupon_id }) => coupon_id === coupon.id)),
  }));
};

/** The rows of a site as they are stored, withdrawn ones included; `uses` of its coupons by code. */
export const readStored = async (
  tx: Tx,
  site: SiteCode,
): Promise<{ rows: ComparedRows; uses: Map<string, number> }> => {
  const languages = await tx.selectFrom('languages').selectAll().where('site', '=', site).execute();
  const fields = await tx
    .selectFrom('field_templates')
    .selectAll()
    .where('site', '=', site)
    .orderBy('position')
    .execute();
  const methods = await tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('site', '=', site)
    .orderBy('position')
    .execute();
  const texts = await tx.selectFrom('texts').selectAll().where('site', '=', site).execute();
  const coupons = await readCoupons(tx, site);
  return {
    uses: new Map(coupons.map(({ code, uses }) => [code, uses])),
    rows: {
      language: mapOf(
        'language',
        languages.map(({ site: _, id, ...row }) => [id, row]),
      ),
      field: mapOf(
        'field',
        fields.map(({ site: _, position: _p, field_name, ...row }) => [field_name, row]),
      ),
      'payment method': mapOf(
        'payment method',
        methods.map(({ site: _, position: _p, id, ...row }) => [id, row]),
      ),
      text: mapOf(
        'text',
        texts.map(({ lang, key, value }) => [`${key} (${lang})`, { value }]),
      ),
      product: mapOf(
        'product',
        (await readProducts(tx, site)).map(({ uuid, ...row }) => [uuid, row]),
      ),
      option: mapOf(
        'option',
        (await readOptions(tx, site)).map(({ id, ...row }) => [id, row]),
      ),
      'set product': mapOf(
        'set product',
        (await readSets(tx, site)).map(({ uuid, ...row }) => [uuid, row]),
      ),
      coupon: mapOf(
        'coupon',
        coupons.map(({ id: _, code, uses: _u, valid_until, ...row }) => [
          code,
          { ...row, valid_until: instant(valid_until) },
        ]),
      ),
    },
  };
};
