import { sql } from 'kysely';
import { readLangs } from '#server/catalogue/languages.ts';
import { readFieldTemplates, readProducts, readTexts } from '#server/catalogue/read.ts';
import type { Db } from '#server/db/open.ts';
import { pickTexts } from '#server/db/tables.ts';
import { search, stockOf } from '#server/orders/holds/availability.ts';
import { searchDays } from '#server/orders/holds/days.ts';
import { searchSets } from '#server/orders/holds/set-search.ts';
import { type MethodDeps, methodsOnSale } from '#server/orders/methods.ts';
import { retentionAt } from '#server/shared/retention-rules.ts';
import { judgeSlots } from '#server/tickets/movable.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { walletsAt } from '#server/web/wallets/wallets.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { minTotalOf, type PaymentMethod } from '#src/domain/payment.ts';
import type { Product } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Handlers } from './handlers.ts';

/** Calls for availability, and for signage at the venue. Both use the database's clock. */
export const productHandlers = (deps: MethodDeps & { db: Db }) =>
  ({
    searchProducts: async ({ site, query }) => {
      const { product_uuid, reservation_token: token } = query;
      if (product_uuid === undefined) return { ...(await searchDays(deps.db, site, query)), time_spans: [] };
      return search(deps.db, site, { ...query, product_uuid }, token ? judgeSlots(deps, site, token) : undefined);
    },
    searchSetProducts: ({ site, query }) => searchSets(deps.db, site, query),
    getOrderableStocks: ({ site, query }) => stockOf(deps.db, site, query.product_time_span_id, query.order_token),
    getToday: async ({ site, query }) => {
      const { db } = deps;
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const as_of = (rows[0]?.now ?? new Date()).toISOString();
      const day = venueDay(as_of);
      const products = await readProducts(db, site, query.lang);
      const searches = products.map(async ({ uuid, product_name, sale_type }) => {
        const { time_spans } = await search(db, site, { product_uuid: uuid, from: day, to: day });
        return { uuid, product_name, sale_type, time_spans };
      });
      return { as_of, products: await Promise.all(searches) };
    },
  }) satisfies Partial<Handlers>;

/** The operator's configuration with the state of the bot check, the retention periods and, in a demo, the sandbox's address. */
const configurationsOf = (deps: WebDeps, site: SiteCode): Configurations => {
  const { configurations } = deps.sites.operationOf(site);
  const demo = deps.sandboxUrl !== null;
  const bot_check = deps.botCheck.isOn(site);
  const { unpaidDays, mailDays, visitDays, backupDays, invoiceYears } = retentionAt(deps, site);
  const retention = {
    unpaid_days: unpaidDays,
    mail_days: mailDays,
    visit_days: visitDays,
    backup_days: backupDays,
    invoice_years: invoiceYears,
  };
  return {
    ...configurations,
    app_mode: demo ? [...configurations.app_mode, 'demo'] : configurations.app_mode,
    bot_check,
    retention,
    today: venueDay(Date.now()),
    wallets: walletsAt(deps.wallets, new Date()),
    sandbox_url: deps.sandboxUrl ?? '',
  };
};

const readMethods = async (deps: WebDeps, site: SiteCode, lang: Lang): Promise<PaymentMethod[]> => {
  const methods = await methodsOnSale(deps, deps.db, site);
  return methods.map(({ words, ...method }) => ({
    id: method.id,
    min_amount: minTotalOf(method),
    ...pickTexts(words, lang),
  }));
};

/** Products on sale: none of a closed site. */
const readOnSale = async ({ db, sites }: WebDeps, site: SiteCode, lang: Lang): Promise<Product[]> =>
  sites.isClosed(site) ? [] : readProducts(db, site, lang);

/** Facts for the legal pages in one language, Japanese where there is none: a page need not have the others. */
const legalIn = (legal: Configurations['legal'], lang: Lang): Configurations['legal'] => {
  const only = (texts: Partial<Record<Lang, string | undefined>> | undefined) => {
    const text = texts?.[lang] ?? texts?.ja;
    return text === undefined ? undefined : { [lang]: text };
  };
  return (
    legal && {
      ...legal,
      seller: only(legal.seller),
      address: only(legal.address),
      representative: only(legal.representative),
      phone_hours: only(legal.phone_hours),
      court: only(legal.court),
    }
  );
};

/** Number of days with which a shop opens. */
const arrivalDays = 14;

/** The next days of all products, at most half a minute old, so that the page is rendered once in that time. */
const readArrival = ({ db, sites, arrivals }: WebDeps, site: SiteCode) =>
  arrivals.of(site, async () => {
    const as_of = new Date().toISOString();
    const from = venueDay(as_of);
    if (sites.isClosed(site)) return { as_of, days: [], products: [] };
    return { as_of, ...(await searchDays(db, site, { from, to: addDays(from, arrivalDays - 1) })) };
  });

/** Every reply of the catalogue's calls, by the names of the calls, with the next days; and each product's best state on them. */
export const readCatalogue = async (deps: WebDeps, site: SiteCode, lang: Lang) => {
  const everywhere = configurationsOf(deps, site);
  const { products: states, ...arrival } = await readArrival(deps, site);
  const configurations = { ...everywhere, arrival, legal: legalIn(everywhere.legal, lang) };
  const [langs, field_templates, products, paymentmethods, texts] = await Promise.all([
    readLangs(deps.db, site),
    readFieldTemplates(deps.db, site),
    readOnSale(deps, site, lang),
    readMethods(deps, site, lang),
    readTexts(deps.db, site, lang),
  ]);
  return { catalogue: { langs, field_templates, configurations, products, paymentmethods, texts }, states };
};

/** Calls for the data that a shop shows before a choice (docs/product.md#calls-catalogue). */
export const catalogueHandlers = (deps: WebDeps) =>
  ({
    getLangs: ({ site }) => readLangs(deps.db, site),
    getFieldTemplates: ({ site }) => readFieldTemplates(deps.db, site),
    getConfigurations: async ({ site }) => configurationsOf(deps, site),
    getProducts: ({ site, query }) => readOnSale(deps, site, query.lang),
    getTexts: ({ site, query }) => readTexts(deps.db, site, query.lang),
    getPaymentMethods: ({ site, query }) => readMethods(deps, site, query.lang),
  }) satisfies Partial<Handlers>;
