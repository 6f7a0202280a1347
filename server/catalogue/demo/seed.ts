import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addDays } from '#src/domain/dates.ts';
import { langs } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { couponsFrom, type SeedCoupon } from './coupons.ts';
import { seedOf, sites } from './sites.ts';
import { type SpanRow, spansOf } from './time-spans.ts';
import type { SeedProduct, SeedSite } from './types.ts';

const ownNames = { ja: '日本語', en: 'English', 'zh-hans': '简体中文', kr: '한국어', 'zh-hant': '繁體中文' } as const;

/** Days on sale from the seed's date on. */
const ahead = 90;

/** A single parameter for all rows: much faster than one per column, and without the limit of parameters. */
const insertSpans = async (tx: Tx, site: SiteCode, spans: SpanRow[]): Promise<void> => {
  const rows = spans.map((span) => ({ site, ...span }));
  const columns = sql`site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, sold, surcharge`;
  await sql`
    insert into time_spans (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(
      site text, id text, product_uuid text, day date, reservation_from timestamptz, reservation_to timestamptz,
      sale_from timestamptz, sale_to timestamptz, capacity integer, sold integer, surcharge integer)
    on conflict do nothing`.execute(tx);
};

const insertProduct = async (tx: Tx, site: SeedSite, product: SeedProduct, position: number, from: string) => {
  const { uuid, sale_type, min_quantity, max_quantity, options, key } = product;
  const sale = { sale_from: addDays(from, -30), sale_to: addDays(from, ahead - 1) };
  const words = JSON.stringify(product.words);
  await tx
    .insertInto('products')
    .values({ uuid, site: site.code, position, sale_type, min_quantity, max_quantity, ...sale, words })
    .execute();
  await tx
    .insertInto('product_options')
    .values(
      options.map(({ key: option, words: names, needs = [], ...rest }, index) => {
        return {
          ...rest,
          site: site.code,
          id: `${key}-${option}`,
          product_uuid: uuid,
          position: index,
          needs: needs.map((needed) => `${key}-${needed}`),
          words: JSON.stringify(names),
        };
      }),
    )
    .execute();
};

const insertSite = async (tx: Tx, seed: SeedSite, from: string, number: number): Promise<void> => {
  const { code: site } = seed;
  await tx.insertInto('sites').values({ code: site, seeded_on: from, seed: number }).execute();
  await tx
    .insertInto('languages')
    .values(
      langs.map((id, index) => {
        const display_position = index + 1;
        return { site, id, display_name: ownNames[id], display_position, is_default: id === seed.defaultLang };
      }),
    )
    .execute();
  await tx
    .insertInto('field_templates')
    .values(
      seed.fields.map(({ field, shown, required, list }, position) => {
        return { site, field_name: field, position, is_display: shown, is_require: required, list };
      }),
    )
    .execute();
  await tx
    .insertInto('payment_methods')
    .values(
      seed.methods.map(({ words, ...row }, position) => ({ site, position, ...row, words: JSON.stringify(words) })),
    )
    .execute();
  const texts = langs.flatMap((lang) =>
    Object.entries(seed.texts[lang]).map(([key, value]) => ({ site, lang, key, value })),
  );
  if (texts.length > 0) await tx.insertInto('texts').values(texts).execute();
  for (const [position, product] of seed.products.entries()) await insertProduct(tx, seed, product, position, from);
  await insertSpans(
    tx,
    site,
    seed.products.flatMap((product) => spansOf(product, from, ahead, number)),
  );
};

const fillSets = async (tx: Tx, { code: site, products, sets }: SeedSite): Promise<void> => {
  const rows = sets.map(({ uuid, add_cost, max, stock, words }, position) => {
    return { uuid, site, position, add_cost, max, stock, words: JSON.stringify(words) };
  });
  const offers = sets.flatMap((set) =>
    products
      .filter(({ key }) => set.with.includes(key))
      .map((product) => ({ site, product_uuid: product.uuid, set_uuid: set.uuid })),
  );
  if (offers.length === 0) return;
  await tx
    .insertInto('set_products')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('set_offers')
    .values(offers)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** A part of the shop: its last product with a price, or only the last option of it when it is also the first product. */
const partOf = ({ products }: SeedSite): { product_uuid: string; option_id: string | null }[] => {
  const last = products.findLast(({ options }) => options.some(({ add_cost }) => add_cost > 0));
  const option = last?.options.at(-1);
  if (!last || !option) return [];
  return [{ product_uuid: last.uuid, option_id: last === products[0] ? `${last.key}-${option.key}` : null }];
};

const rowOf = (site: SeedSite, coupon: SeedCoupon) => {
  const { code, kind, amount, channel, valid_until, visit, limit: use_limit, uses, words } = coupon;
  const days = { visit_from: visit?.from ?? null, visit_to: visit?.to ?? null };
  const row = { id: `${site.code}-${code.toLowerCase()}`, site: site.code, code, kind, amount, channel, ...days };
  return { ...row, valid_until, use_limit, uses, words: JSON.stringify(words) };
};

const fillCoupons = async (tx: Tx, site: SeedSite, from: string): Promise<void> => {
  const coupons = couponsFrom(from);
  await tx
    .insertInto('coupons')
    .values(coupons.map((coupon) => rowOf(site, coupon)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const partial = coupons.filter(({ partOnly }) => partOnly);
  const scopes = partial.flatMap((coupon) =>
    partOf(site).map((part) => ({ site: site.code, coupon_id: rowOf(site, coupon).id, ...part })),
  );
  if (scopes.length === 0) return;
  await tx
    .insertInto('coupon_scopes')
    .values(scopes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const topUp = async (tx: Tx, seed: SeedSite, today: string): Promise<void> => {
  const row = await tx
    .selectFrom('sites')
    .select('seed')
    .select(sql<string>`seeded_on::text`.as('seeded_on'))
    .where('code', '=', seed.code)
    .executeTakeFirstOrThrow();
  if (row.seeded_on >= today) return;
  const days = Math.round((Date.parse(today) - Date.parse(row.seeded_on)) / 86_400_000) + ahead;
  const rows = seed.products.flatMap((product) => spansOf(product, row.seeded_on, days, row.seed));
  const start = addDays(today, -1);
  await insertSpans(
    tx,
    seed.code,
    rows.filter(({ day, product_uuid }) => day >= start && !isSeason(seed, product_uuid)),
  );
  const last = addDays(today, ahead - 1);
  await tx.updateTable('products').set({ sale_to: last }).where('site', '=', seed.code).execute();
  for (const product of seed.products.filter(({ sale_type }) => sale_type === 'period')) {
    const end = spansOf(product, today, ahead, row.seed)[0]?.reservation_to ?? '';
    await tx
      .updateTable('time_spans')
      .set({ reservation_to: end, sale_to: end })
      .where('site', '=', seed.code)
      .where('product_uuid', '=', product.uuid)
      .execute();
  }
};

const isSeason = ({ products }: SeedSite, uuid: string): boolean =>
  products.some((product) => product.uuid === uuid && product.sale_type === 'period');

/** Sites with all days, sets and coupons, or with an imported catalogue: at nearly every start these are all sites. */
const completeSites = async (db: Db, today: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('sites')
    .select(['code', 'imported'])
    .select(({ selectFrom }) => [
      selectFrom('products')
        .select(sql<boolean>`min(sale_to) >= ${addDays(today, ahead - 1)}::date`.as('is'))
        .whereRef('site', '=', 'sites.code')
        .as('filled'),
      selectFrom('set_products')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('site', '=', 'sites.code')
        .as('sets'),
      selectFrom('coupons')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('site', '=', 'sites.code')
        .as('coupons'),
    ])
    .execute();
  const coupons = couponsFrom(today).length;
  const isFilled = (row: (typeof rows)[number]): boolean =>
    row.filled === true && (row.sets ?? 0) >= (seedOf(row.code)?.sets.length ?? 0) && (row.coupons ?? 0) >= coupons;
  return new Set(rows.filter((row) => row.imported || isFilled(row)).map(({ code }) => code));
};

/**
 * Inserts the demo sites that are missing, and adds days to existing ones, so that there are always 90 on sale. `today`:
 * YYYY-MM-DD at the venue; the same day and number give the same shop. `only`: the sites on sale, all of the demo by default.
 */
export const seedDatabase = async (
  db: Db,
  today: string,
  number: number,
  only: Iterable<SiteCode> = Object.keys(sites),
): Promise<void> => {
  const complete = await completeSites(db, today);
  for (const site of [...only].flatMap((code) => (complete.has(code) ? [] : (seedOf(code) ?? []))))
    await inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(4173)`.execute(tx);
      const known = await tx.selectFrom('sites').select('imported').where('code', '=', site.code).executeTakeFirst();
      if (known?.imported) return;
      if (known) await topUp(tx, site, today);
      else await insertSite(tx, site, today, number);
      await fillSets(tx, site);
      await fillCoupons(tx, site, today);
    });
};
