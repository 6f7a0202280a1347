import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { venueDay } from '#src/domain/dates.ts';
import { CatalogueFault } from './fault.ts';
import { moveIds, mustOwn } from './ownership.ts';
import type { Catalogue } from './schema.ts';

/** Number of rows written, for the venue to compare. */
export type Imported = { products: number; time_spans: number; set_products: number; coupons: number; ended: number };

const text = JSON.stringify;

const writeSite = async (tx: Tx, { site, ...catalogue }: Catalogue, today: string): Promise<void> => {
  await tx
    .insertInto('sites')
    .values({ code: site, seeded_on: today, seed: 0, imported: true })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ imported: true }))
    .execute();
  for (const table of ['languages', 'field_templates', 'configurations', 'payment_methods', 'texts'] as const)
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
    .insertInto('configurations')
    .values({ site, data: text(catalogue.configurations) })
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

type Product = Catalogue['products'][number];

/**
 * Deletes options that are no longer in the catalogue, unless they were bought or a coupon refers to them: then the catalogue
 * must keep them.
 */
const writeOptions = async (tx: Tx, site: Catalogue['site'], { uuid, options }: Product): Promise<void> => {
  const ids = options.map(({ id }) => id);
  await sql`
    delete from product_options as o where o.product_uuid = ${uuid} and not (o.id = any(${ids}::text[]))
      and not exists (select 1 from order_lines where option_id = o.id)
      and not exists (select 1 from coupon_scopes where option_id = o.id)`.execute(tx);
  const remaining = await tx
    .selectFrom('product_options')
    .select('id')
    .where('product_uuid', '=', uuid)
    .where('id', 'not in', ids)
    .execute();
  if (remaining.length > 0) {
    const names = remaining.map(({ id }) => id).join(', ');
    throw new CatalogueFault(`${uuid}: options that were sold cannot go (${names}): keep them, with "max": 0.`);
  }
  for (const [position, { words, ...row }] of options.entries()) {
    const values = { ...row, site, product_uuid: uuid, position, words: text(words) };
    await tx
      .insertInto('product_options')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  }
};

/** Writes the slots of a product. A slot that is no longer in the catalogue sells nothing more; returns how many those are. */
const writeTimeSpans = async (tx: Tx, { uuid, time_spans }: Product): Promise<number> => {
  const rows = text(time_spans.map((row) => ({ ...row, day: venueDay(row.reservation_from) })));
  const recordset = sql`jsonb_to_recordset(${rows}::jsonb) as given(
    id text, day date, reservation_from timestamptz, reservation_to timestamptz, sale_from timestamptz,
    sale_to timestamptz, capacity integer, surcharge integer)`;
  const less = await sql<{ id: string; taken: number }>`
    select s.id, s.held + s.sold as taken from time_spans s join ${recordset} on given.id = s.id
    where given.capacity < s.held + s.sold order by s.id for update of s`.execute(tx);
  if (less.rows.length > 0) {
    const names = less.rows.map(({ id, taken }) => `${id} (${taken} taken)`).join(', ');
    throw new CatalogueFault(`${uuid}: fewer seats than are held or sold: ${names}.`);
  }
  const ended = await sql`
    update time_spans as s set capacity = s.held + s.sold where s.product_uuid = ${uuid} and s.capacity > s.held + s.sold
      and not exists (select 1 from ${recordset} where given.id = s.id)`.execute(tx);
  await sql`
    insert into time_spans (id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, surcharge)
    select id, ${uuid}, day, reservation_from, reservation_to, sale_from, sale_to, capacity, coalesce(surcharge, 0) from ${recordset}
    on conflict (id) do update set day = excluded.day, reservation_from = excluded.reservation_from,
      reservation_to = excluded.reservation_to, sale_from = excluded.sale_from, sale_to = excluded.sale_to,
      capacity = excluded.capacity, surcharge = excluded.surcharge`.execute(tx);
  return Number(ended.numAffectedRows ?? 0);
};

const writeProducts = async (tx: Tx, catalogue: Catalogue): Promise<number> => {
  const { site, products } = catalogue;
  const uuids = products.map(({ uuid }) => uuid);
  await sql`update products set sale_to = sale_from where site = ${site} and not (uuid = any(${uuids}::text[]))`.execute(
    tx,
  );
  let ended = Number(
    (
      await sql`update time_spans as s set capacity = s.held + s.sold from products p where p.uuid = s.product_uuid
        and p.site = ${site} and not (p.uuid = any(${uuids}::text[])) and s.capacity > s.held + s.sold`.execute(tx)
    ).numAffectedRows ?? 0,
  );
  for (const [position, product] of products.entries()) {
    const { uuid, sale_type, sale_from, sale_to, min_quantity, max_quantity } = product;
    const row = { sale_type, sale_from, sale_to, min_quantity, max_quantity, position, words: text(product.words) };
    await tx
      .insertInto('products')
      .values({ uuid, site, ...row })
      .onConflict((conflict) => conflict.column('uuid').doUpdateSet(row))
      .execute();
  }
  await moveIds(tx, catalogue);
  for (const product of products) {
    await writeOptions(tx, site, product);
    ended += await writeTimeSpans(tx, product);
  }
  return ended;
};

const writeSets = async (tx: Tx, { site, set_products }: Catalogue): Promise<void> => {
  await sql`delete from set_offers using set_products s where s.uuid = set_offers.set_uuid and s.site = ${site}`.execute(
    tx,
  );
  for (const [position, { products, words, ...row }] of set_products.entries()) {
    const values = { ...row, site, position, words: text(words) };
    await tx
      .insertInto('set_products')
      .values(values)
      .onConflict((conflict) => conflict.column('uuid').doUpdateSet(values))
      .execute();
    if (products.length > 0)
      await tx
        .insertInto('set_offers')
        .values(products.map((product_uuid) => ({ site, product_uuid, set_uuid: row.uuid })))
        .execute();
  }
};

const writeCoupons = async (tx: Tx, { site, coupons }: Catalogue): Promise<void> => {
  const codes = coupons.map(({ code }) => code);
  await sql`update coupons set valid_until = least(valid_until, now())
    where site = ${site} and not (code = any(${codes}::text[]))`.execute(tx);
  for (const { scopes, words, ...row } of coupons) {
    const values = { ...row, words: text(words) };
    const { id } = await tx
      .insertInto('coupons')
      /* Neither codes nor sites contain a colon, so coupons of two sites never share an id. */
      .values({ id: `${site}:${row.code.toLowerCase()}`, site, ...values })
      .onConflict((conflict) => conflict.columns(['site', 'code']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('coupon_scopes').where('coupon_id', '=', id).execute();
    if (scopes.length > 0)
      await tx
        .insertInto('coupon_scopes')
        .values(scopes.map((scope) => ({ site, coupon_id: id, ...scope })))
        .execute();
  }
};

/**
 * Replaces the catalogue of a site, all or nothing; existing orders are unchanged. Safe while the shop sells. `today` is the
 * venue's day. Throws CatalogueFault: fewer seats than are taken, an option that was sold is missing, an id of another site, or
 * one that was ordered with another product.
 */
export const importCatalogue = (db: Db, catalogue: Catalogue, today: string): Promise<Imported> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4173)`.execute(tx);
    await mustOwn(tx, catalogue);
    await writeSite(tx, catalogue, today);
    const ended = await writeProducts(tx, catalogue);
    await writeSets(tx, catalogue);
    await writeCoupons(tx, catalogue);
    const { products, set_products, coupons } = catalogue;
    const time_spans = products.reduce((sum, product) => sum + product.time_spans.length, 0);
    return {
      products: products.length,
      time_spans,
      set_products: set_products.length,
      coupons: coupons.length,
      ended,
    };
  });
