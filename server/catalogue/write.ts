import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Catalogue } from './schema.ts';

const text = JSON.stringify;

/** Where a catalogue comes from: nothing is invented for a site whose venue has imported one. */
export type Origin = { seeded_on: string; seed: number; imported: boolean };

/** Marks the origin of the site's catalogue, and replaces what nothing refers to. */
export const writeSite = async (tx: Tx, { site, ...catalogue }: Catalogue, origin: Origin): Promise<void> => {
  const { imported } = origin;
  await tx
    .insertInto('sites')
    .values({ code: site, ...origin })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ imported }))
    .execute();
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
      catalogue.payment_methods.map(({ words, ...row }, position) => ({ site, position, ...row, words: text(words) })),
    )
    .execute();
  const rows = Object.entries(catalogue.texts).flatMap(([lang, rows]) =>
    Object.entries(rows).map(([key, value]) => ({ lang, key, value })),
  );
  await sql`insert into texts (site, lang, key, value) select ${site}, lang, key, value
    from jsonb_to_recordset(${text(rows)}::jsonb) as rows(lang text, key text, value text)`.execute(tx);
};

/** Inserts or updates products and options, and withdraws those that are not in the file. */
export const writeProducts = async (tx: Tx, { site, products }: Catalogue): Promise<void> => {
  const rows = products.map(({ options: _, time_spans: _t, was: _w, ...row }, position) => ({ ...row, position }));
  await sql`insert into products (site, uuid, position, sale_type, sale_from, sale_to, min_quantity, max_quantity,
      last_admission, grace, date_changes, date_change_hours, date_change_difference, date_change_fee, words)
    select ${site}, uuid, position, sale_type, sale_from, sale_to, min_quantity, max_quantity, last_admission, grace,
      date_changes, date_change_hours, date_change_difference, date_change_fee, words
    from jsonb_to_recordset(${text(rows)}::jsonb) as given(uuid text, position integer, sale_type text, sale_from date,
      sale_to date, min_quantity integer, max_quantity integer, last_admission integer, grace integer,
      date_changes integer, date_change_hours integer, date_change_difference text, date_change_fee integer, words jsonb)
    on conflict (site, uuid) do update set position = excluded.position, sale_type = excluded.sale_type,
      sale_from = excluded.sale_from, sale_to = excluded.sale_to, min_quantity = excluded.min_quantity,
      max_quantity = excluded.max_quantity, last_admission = excluded.last_admission, grace = excluded.grace,
      date_changes = excluded.date_changes, date_change_hours = excluded.date_change_hours,
      date_change_difference = excluded.date_change_difference, date_change_fee = excluded.date_change_fee,
      words = excluded.words, withdrawn_at = null`.execute(tx);
  const uuids = products.map(({ uuid }) => uuid);
  await sql`update products set withdrawn_at = now()
    where site = ${site} and withdrawn_at is null and not (uuid = any(${uuids}::text[]))`.execute(tx);
  const options = products.flatMap(({ uuid: product_uuid, options }) =>
    options.map(({ was: _, ...row }, position) => ({ ...row, product_uuid, position })),
  );
  await sql`insert into product_options (site, id, product_uuid, position, type, add_cost, min, max, words, needs,
      standard)
    select ${site}, id, product_uuid, position, type, add_cost, min, max, words, needs, coalesce(standard, false)
    from jsonb_to_recordset(${text(options)}::jsonb) as given(id text, product_uuid text, position integer, type text,
      add_cost integer, min integer, max integer, words jsonb, needs text[], standard boolean)
    on conflict (site, id) do update set product_uuid = excluded.product_uuid, position = excluded.position,
      type = excluded.type, add_cost = excluded.add_cost, min = excluded.min, max = excluded.max, words = excluded.words,
      needs = excluded.needs, standard = excluded.standard, withdrawn_at = null`.execute(tx);
  const ids = options.map(({ id }) => id);
  await sql`update product_options set withdrawn_at = now()
    where site = ${site} and withdrawn_at is null and not (id = any(${ids}::text[]))`.execute(tx);
};

/**
 * Gives the slots where set products were ordered the stock of the catalogue; where more are held or sold, none are left. Their rows
 * are all there: `take_sets_2` adds none while the import has locked the set products.
 */
const writeStocks = async (tx: Tx, site: SiteCode): Promise<void> => {
  await sql`update set_stocks k set capacity = greatest(e.stock, k.held + k.sold) from set_products e
    where k.site = ${site} and e.site = k.site and e.uuid = k.set_uuid and e.withdrawn_at is null
      and k.capacity <> greatest(e.stock, k.held + k.sold)`.execute(tx);
};

/** As `writeProducts`, for set products, their stock and the products they are offered with. */
export const writeSets = async (tx: Tx, { site, set_products }: Catalogue): Promise<void> => {
  await sql`select from set_products where site = ${site} order by uuid for no key update`.execute(tx);
  const rows = set_products.map(({ products: _, was: _w, ...row }, position) => ({ ...row, position }));
  await sql`insert into set_products (site, uuid, position, add_cost, max, stock, words)
    select ${site}, uuid, position, add_cost, max, stock, words
    from jsonb_to_recordset(${text(rows)}::jsonb) as given(uuid text, position integer, add_cost integer, max integer,
      stock integer, words jsonb)
    on conflict (site, uuid) do update set position = excluded.position, add_cost = excluded.add_cost, max = excluded.max,
      stock = excluded.stock, words = excluded.words, withdrawn_at = null`.execute(tx);
  const uuids = set_products.map(({ uuid }) => uuid);
  await sql`update set_products set withdrawn_at = now()
    where site = ${site} and withdrawn_at is null and not (uuid = any(${uuids}::text[]))`.execute(tx);
  await tx.deleteFrom('set_offers').where('site', '=', site).execute();
  const offers = set_products.flatMap(({ uuid: set_uuid, products }) =>
    [...new Set(products)].map((product_uuid) => ({ site, product_uuid, set_uuid })),
  );
  if (offers.length > 0) await tx.insertInto('set_offers').values(offers).execute();
  await writeStocks(tx, site);
};

/** As `writeProducts`, for coupons; their uses are kept. */
export const writeCoupons = async (tx: Tx, { site, coupons }: Catalogue): Promise<void> => {
  const rows = coupons.map(({ was: _, scopes: _s, ...row }) => row);
  await sql`insert into coupons (site, id, code, kind, amount, channel, valid_until, visit_from, visit_to, use_limit, words)
    select ${site}, gen_random_uuid()::text, code, kind, amount, channel, valid_until, visit_from, visit_to, use_limit, words
    from jsonb_to_recordset(${text(rows)}::jsonb) as given(code text, kind text, amount integer, channel text,
      valid_until timestamptz, visit_from date, visit_to date, use_limit integer, words jsonb)
    on conflict (site, code) do update set kind = excluded.kind, amount = excluded.amount, channel = excluded.channel,
      valid_until = excluded.valid_until, visit_from = excluded.visit_from, visit_to = excluded.visit_to,
      use_limit = excluded.use_limit, words = excluded.words, withdrawn_at = null`.execute(tx);
  const codes = coupons.map(({ code }) => code);
  await sql`update coupons set withdrawn_at = now()
    where site = ${site} and withdrawn_at is null and not (code = any(${codes}::text[]))`.execute(tx);
  await sql`delete from coupon_scopes s using coupons c
    where c.site = ${site} and s.site = c.site and s.coupon_id = c.id and c.withdrawn_at is null`.execute(tx);
  const scopes = coupons.flatMap(({ code, scopes }) => scopes.map((scope) => ({ code, ...scope })));
  await sql`insert into coupon_scopes (site, coupon_id, product_uuid, option_id)
    select distinct ${site}, c.id, given.product_uuid, given.option_id
    from jsonb_to_recordset(${text(scopes)}::jsonb) as given(code text, product_uuid text, option_id text)
    join coupons c on c.site = ${site} and c.code = given.code`.execute(tx);
};
