import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { addDays } from '#src/domain/dates.ts';
import { spokenLangs } from '#src/domain/lang.ts';
import { sites } from './sites.ts';
import { type SpanRow, spansOf } from './time-spans.ts';
import type { SeedProduct, SeedSite } from './types.ts';

const ownNames = { ja: '日本語', en: 'English', 'zh-hans': '简体中文', kr: '한국어', 'zh-hant': '繁體中文' } as const;

/** Days from the seed's date on that can be bought. */
const ahead = 90;

/** One parameter for all rows: far faster than one per column, and no limit to meet. */
const insertSpans = async (tx: Tx, rows: SpanRow[]): Promise<void> => {
  const columns = sql`id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, sold, surcharge`;
  await sql`
    insert into time_spans (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(
      id text, product_uuid text, day date, reservation_from timestamptz, reservation_to timestamptz,
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
      options.map(({ key: option, words: names, ...rest }, index) => {
        return { ...rest, id: `${key}-${option}`, product_uuid: uuid, position: index, words: JSON.stringify(names) };
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
      spokenLangs.map((id, index) => {
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
    .insertInto('configurations')
    .values({ site, data: JSON.stringify(seed.configurations) })
    .execute();
  await tx
    .insertInto('payment_methods')
    .values(
      seed.methods.map(({ words, ...row }, position) => ({ site, position, ...row, words: JSON.stringify(words) })),
    )
    .execute();
  const texts = spokenLangs.flatMap((lang) =>
    Object.entries(seed.texts[lang]).map(([key, value]) => ({ site, lang, key, value })),
  );
  if (texts.length > 0) await tx.insertInto('texts').values(texts).execute();
  for (const [position, product] of seed.products.entries()) await insertProduct(tx, seed, product, position, from);
  await insertSpans(
    tx,
    seed.products.flatMap((product) => spansOf(product, from, ahead, number)),
  );
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
    rows.filter(({ day, product_uuid }) => day >= start && !isSeason(seed, product_uuid)),
  );
  const last = addDays(today, ahead - 1);
  await tx.updateTable('products').set({ sale_to: last }).where('site', '=', seed.code).execute();
  for (const product of seed.products.filter(({ sale_type }) => sale_type === 'period')) {
    const end = spansOf(product, today, ahead, row.seed)[0]?.reservation_to ?? '';
    await tx
      .updateTable('time_spans')
      .set({ reservation_to: end, sale_to: end })
      .where('product_uuid', '=', product.uuid)
      .execute();
  }
};

const isSeason = ({ products }: SeedSite, uuid: string): boolean =>
  products.some((product) => product.uuid === uuid && product.sale_type === 'period');

/**
 * In: today at the venue (YYYY-MM-DD) and a number. Fills what is empty with the invented sites, and gives sites of an
 * earlier seed the days they lack, so that there are always 90 to buy. The same day and number make the same shop.
 */
export const seedDatabase = async (db: Db, today: string, number: number): Promise<void> => {
  for (const site of Object.values(sites))
    await inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(4173)`.execute(tx);
      const known = await tx.selectFrom('sites').select('code').where('code', '=', site.code).executeTakeFirst();
      if (known) await topUp(tx, site, today);
      else await insertSite(tx, site, today, number);
    });
};
