import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { pickTexts } from '#server/db/tables.ts';
import type { Database } from '#server/db/types.ts';
import type { FieldTemplate } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Product, ProductOption } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';

export const readFieldTemplates = (db: Db, site: SiteCode): Promise<FieldTemplate[]> =>
  db
    .selectFrom('field_templates')
    .select(['field_name', 'is_display', 'is_require', 'list'])
    .where('site', '=', site)
    .orderBy('position')
    .execute();

const optionOf = (row: Selectable<Database['product_options']>, lang: Lang): ProductOption => {
  const { id, type, add_cost, min, max, needs, standard, words } = row;
  const marks = { ...(needs.length > 0 && { needs }), ...(standard && { standard }) };
  return { id, type, add_cost, min, max, ...marks, ...pickTexts(words, lang) };
};

/** The site's products with their options; those whose sale is over are left out. */
export const readProducts = async (db: Db, site: SiteCode, lang: Lang): Promise<Product[]> => {
  const today = sql<string>`(now() at time zone 'Asia/Tokyo')::date`;
  const products = await db
    .selectFrom('products')
    .select(['uuid', 'sale_type', 'min_quantity', 'max_quantity', 'words'])
    .select(['date_changes', 'date_change_hours', 'date_change_difference', 'date_change_fee', 'date_change_refund'])
    .select([sql<string>`sale_from::text`.as('sale_from'), sql<string>`sale_to::text`.as('sale_to')])
    .where('site', '=', site)
    .where('withdrawn_at', 'is', null)
    .where('sale_to', '>=', today)
    .orderBy('position')
    .execute();
  const options = await db
    .selectFrom('product_options')
    .selectAll()
    .where('site', '=', site)
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .execute();
  return products.map(({ words, ...row }) => {
    const { date_changes, date_change_hours, date_change_difference, date_change_fee, date_change_refund, ...product } =
      row;
    const own = options.filter(({ product_uuid }) => product_uuid === product.uuid);
    const costs = own.map(({ add_cost }) => add_cost).filter((cost) => cost > 0);
    return {
      ...product,
      ...(date_changes !== null && { date_changes }),
      ...(date_change_hours !== null && { date_change_hours }),
      ...(date_change_difference !== null && { date_change_difference }),
      ...(date_change_fee > 0 && { date_change_fee }),
      ...(date_change_refund && { date_change_refund }),
      ...pickTexts(words, lang),
      price_from: costs.length > 0 ? Math.min(...costs) : 0,
      options: own.map((option) => optionOf(option, lang)),
    };
  });
};

export const readTexts = async (db: Db, site: SiteCode, lang: Lang): Promise<Record<string, string>> => {
  const query = db.selectFrom('texts').select(['key', 'value']).where('site', '=', site).where('lang', '=', lang);
  return Object.fromEntries((await query.execute()).map(({ key, value }) => [key, value]));
};
