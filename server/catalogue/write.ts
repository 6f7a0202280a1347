import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Catalogue } from './schema.ts';

/** Where a catalogue comes from: nothing is invented for a site whose venue has imported one. */
export type Origin = { seeded_on: string; seed: number; imported: boolean };

/** Marks the origin of the site's catalogue, and replaces what nothing refers to. */
export const writeSite = async (tx: Tx, { site, ...catalogue }: Catalogue, origin: Origin): Promise<void> => {
  await tx
    .insertInto('sites')
    .values({ code: site, ...origin })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ imported: origin.imported }))
    .execute();
  /* Receipts name the methods of earlier orders. */
  await tx
    .insertInto('former_methods')
    .columns(['site', 'id', 'words'])
    .expression(tx.selectFrom('payment_methods').select(['site', 'id', 'words']).where('site', '=', site))
    .onConflict((conflict) =>
      conflict.columns(['site', 'id']).doUpdateSet(({ ref }) => ({ words: ref('excluded.words') })),
    )
    .execute();
  for (const table of ['languages', 'field_templates', 'payment_methods', 'texts'] as const)
    await tx.deleteFrom(table).where('site', '=', site).execute();
  await tx
    .insertInto('languages')
    .values(catalogue.languages.map((row) => ({ site, ...row })))
    .execute();
  if (catalogue.field_templates.length > 0)
    await tx
      .insertInto('field_templates')
      .values(catalogue.field_templates.map((row, position) => ({ site, position, ...row })))
      .execute();
  await tx
    .insertInto('payment_methods')
    .values(
      catalogue.payment_methods.map(({ words, ...row }, position) => ({
        site,
        position,
        ...row,
        words: JSON.stringify(words),
      })),
    )
    .execute();
  const rows = Object.entries(catalogue.texts).flatMap(([lang, rows]) =>
    Object.entries(rows).map(([key, value]) => ({ lang, key, value })),
  );
  await sql`insert into texts (site, lang, key, value) select ${site}, lang, key, value
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(lang text, key text, value text)`.execute(tx);
};

/** The key of each table beside the site. */
const keyOf = { products: 'uuid', product_options: 'id', set_products: 'uuid', coupons: 'code' } as const;

/**
 * Inserts or updates the rows of a table, and withdraws those that are not in the file. `made`: the column that only a new row gets. The
 * rows have the same columns.
 */
const writeRows = async (
  tx: Tx,
  site: SiteCode,
  table: keyof typeof keyOf,
  rows: readonly Readonly<Record<string, unknown>>[],
  made?: string,
): Promise<void> => {
  const key = keyOf[table];
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const updated = columns.filter((name) => name !== key && name !== made);
  const updates = sql.join(updated.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} (site, ${names}) select ${site}, ${names}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      on conflict (site, ${sql.ref(key)}) do update set ${updates}, withdrawn_at = null`.execute(tx);
  const keys = rows.map((row) => row[key]);
  await sql`update ${sql.table(table)} set withdrawn_at = now()
    where site = ${site} and withdrawn_at is null and not (${sql.ref(key)} = any(${keys}::text[]))`.execute(tx);
};

export const writeProducts = async (tx: Tx, { site, products }: Catalogue): Promise<void> => {
  const rows = products.map(({ options: _, time_spans: _t, was: _w, ...row }, position) => ({ ...row, position }));
  await writeRows(tx, site, 'products', rows);
  const options = products.flatMap(({ uuid: product_uuid, options }) =>
    options.map(({ was: _, ...row }, position) => ({ ...row, product_uuid, position })),
  );
  await writeRows(tx, site, 'product_options', options);
};

/** Writes set products, their stock and the products they are offered with. */
export const writeSets = async (tx: Tx, { site, set_products }: Catalogue): Promise<void> => {
  await sql`select from set_products where site = ${site} order by uuid for no key update`.execute(tx);
  const rows = set_products.map(({ products: _, was: _w, ...row }, position) => ({ ...row, position }));
  await writeRows(tx, site, 'set_products', rows);
  await tx.deleteFrom('set_offers').where('site', '=', site).execute();
  const offers = set_products.flatMap(({ uuid: set_uuid, products }) =>
    [...new Set(products)].map((product_uuid) => ({ site, product_uuid, set_uuid })),
  );
  if (offers.length > 0) await tx.insertInto('set_offers').values(offers).execute();
  /*
   * Slots where set products were ordered get the stock of the catalogue; where more are held or sold, none are left. Their rows are
   * all there: `take_sets_2` adds none while the import has locked the set products.
   */
  await sql`update set_stocks k set capacity = greatest(e.stock, k.held + k.sold) from set_products e
    where k.site = ${site} and e.site = k.site and e.uuid = k.set_uuid and e.withdrawn_at is null
      and k.capacity <> greatest(e.stock, k.held + k.sold)`.execute(tx);
};

/** Writes coupons; their uses are kept. */
export const writeCoupons = async (tx: Tx, { site, coupons }: Catalogue): Promise<void> => {
  const rows = coupons.map(({ was: _, scopes: _s, ...row }) => ({ ...row, id: crypto.randomUUID() }));
  await writeRows(tx, site, 'coupons', rows, 'id');
  await sql`delete from coupon_scopes s using coupons c
    where c.site = ${site} and s.site = c.site and s.coupon_id = c.id and c.withdrawn_at is null`.execute(tx);
  const scopes = coupons.flatMap(({ code, scopes }) => scopes.map((scope) => ({ code, ...scope })));
  await sql`insert into coupon_scopes (site, coupon_id, product_uuid, option_id)
    select distinct ${site}, c.id, given.product_uuid, given.option_id
    from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as given(code text, product_uuid text, option_id text)
    join coupons c on c.site = ${site} and c.code = given.code`.execute(tx);
};
