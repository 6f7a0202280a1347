import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { pickTexts } from '#server/db/texts.ts';
import type { Database } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { takenMethods } from '#server/orders/site-rules.ts';
import type { FieldTemplate } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { PaymentMethod } from '#src/domain/payment.ts';
import type { Product, ProductOption } from '#src/domain/product.ts';
import type { Configurations, Language } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Handlers } from './handlers.ts';

/** The site's languages in list sequence. */
export const readLangs = (db: Db, site: SiteCode): Promise<Language[]> =>
  db
    .selectFrom('languages')
    .select(['id', 'display_name', 'display_position', 'is_default'])
    .where('site', '=', site)
    .orderBy('display_position')
    .execute();

/** The site's customer fields in form sequence. */
export const readFieldTemplates = (db: Db, site: SiteCode): Promise<FieldTemplate[]> =>
  db
    .selectFrom('field_templates')
    .select(['field_name', 'is_display', 'is_require', 'list'])
    .where('site', '=', site)
    .orderBy('position')
    .execute();

/** The operator's configuration with the state of the bot check, the retention periods and, in a demo, the sandbox's address. */
const readConfigurations = async (deps: Deps, site: SiteCode): Promise<Configurations> => {
  const { data } = await deps.db
    .selectFrom('configurations')
    .select('data')
    .where('site', '=', site)
    .executeTakeFirstOrThrow();
  const demo = deps.sandboxUrl !== null;
  const modes = data.app_mode.filter((mode) => mode !== 'demo');
  const bot_check = await deps.botCheck.isOn(site);
  const { unpaidDays, mailDays, visitDays, backupDays, invoiceYears } = deps.retention;
  const retention = {
    unpaid_days: unpaidDays,
    mail_days: mailDays,
    visit_days: visitDays,
    backup_days: backupDays,
    invoice_years: invoiceYears,
  };
  return {
    ...data,
    app_mode: demo ? [...modes, 'demo'] : modes,
    bot_check,
    retention,
    sandbox_url: deps.sandboxUrl ?? '',
  };
};

const optionOf = (row: Selectable<Database['product_options']>, lang: Lang): ProductOption => {
  const { id, type, add_cost, min, max, words } = row;
  return { id, type, add_cost, min, max, ...pickTexts(words, lang) };
};

/** The site's products with their options; those whose sale is over are left out. */
export const readProducts = async (db: Db, site: SiteCode, lang: Lang): Promise<Product[]> => {
  const today = sql<string>`(now() at time zone 'Asia/Tokyo')::date`;
  const products = await db
    .selectFrom('products')
    .select(['uuid', 'sale_type', 'min_quantity', 'max_quantity', 'words'])
    .select([sql<string>`sale_from::text`.as('sale_from'), sql<string>`sale_to::text`.as('sale_to')])
    .where('site', '=', site)
    .where('sale_to', '>=', today)
    .orderBy('position')
    .execute();
  const options = await db
    .selectFrom('product_options')
    .selectAll()
    .where('product_uuid', 'in', (from) => from.selectFrom('products').select('uuid').where('site', '=', site))
    .orderBy('position')
    .execute();
  return products.map(({ words, ...product }) => {
    const own = options.filter(({ product_uuid }) => product_uuid === product.uuid);
    const costs = own.map(({ add_cost }) => add_cost).filter((cost) => cost > 0);
    return {
      ...product,
      ...pickTexts(words, lang),
      price_from: costs.length > 0 ? Math.min(...costs) : 0,
      options: own.map((row) => optionOf(row, lang)),
    };
  });
};

const readMethods = async (deps: Deps, site: SiteCode, lang: Lang): Promise<PaymentMethod[]> => {
  const rows = await deps.db
    .selectFrom('payment_methods')
    .select(['id', 'min_amount', 'words'])
    .where('site', '=', site)
    .orderBy('position')
    .execute();
  const taken = await takenMethods(deps, site);
  return rows
    .filter(({ id }) => taken.includes(id))
    .map(({ id, min_amount, words }) => ({ id, min_amount, ...pickTexts(words, lang) }));
};

const readTexts = async (db: Db, site: SiteCode, lang: Lang): Promise<Record<string, string>> => {
  const query = db.selectFrom('texts').select(['key', 'value']).where('site', '=', site).where('lang', '=', lang);
  return Object.fromEntries((await query.execute()).map(({ key, value }) => [key, value]));
};

/** Every reply of the catalogue's calls, by the names of the calls. */
export const readCatalogue = async (deps: Deps, site: SiteCode, lang: Lang) => {
  const [langs, field_templates, configurations, products, paymentmethods, texts] = await Promise.all([
    readLangs(deps.db, site),
    readFieldTemplates(deps.db, site),
    readConfigurations(deps, site),
    readProducts(deps.db, site, lang),
    readMethods(deps, site, lang),
    readTexts(deps.db, site, lang),
  ]);
  return { langs, field_templates, configurations, products, paymentmethods, texts };
};

/** Calls for the data that a shop shows before a choice (docs/product.md#calls-catalogue). */
export const catalogueHandlers = (deps: Deps) =>
  ({
    getLangs: ({ site }) => readLangs(deps.db, site),
    getFieldTemplates: ({ site }) => readFieldTemplates(deps.db, site),
    getConfigurations: ({ site }) => readConfigurations(deps, site),
    getProducts: ({ site, query }) => readProducts(deps.db, site, query.lang),
    getTexts: ({ site, query }) => readTexts(deps.db, site, query.lang),
    getPaymentMethods: ({ site, query }) => readMethods(deps, site, query.lang),
  }) satisfies Partial<Handlers>;
