import { sql } from 'kysely';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { lockCatalogues, replaceCatalogue } from '#server/catalogue/import.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { demoCatalogue, demoSites } from './catalogues.ts';
import { demoOn, lastDay } from './demo-days.ts';
import { soldBefore } from './sold.ts';

type Product = Catalogue['products'][number];

const lacking = <Row>(rows: readonly Row[], more: readonly Row[], idOf: (row: Row) => string): Row[] => {
  const ids = new Set(rows.map(idOf));
  return more.filter((row) => !ids.has(idOf(row)));
};

/** A product with the timespans that it never had, and on sale as long as the fresh one: other changes of the operator stay. */
const continued = (stored: Product, fresh: Product, known: ReadonlySet<string>): Product => {
  const sale_to = stored.sale_to > fresh.sale_to ? stored.sale_to : fresh.sale_to;
  const [season] = fresh.time_spans;
  const time_spans =
    stored.sale_type === 'period' && season
      ? stored.time_spans.map((span) => ({ ...span, reservation_to: season.reservation_to, sale_to: season.sale_to }))
      : [...stored.time_spans, ...fresh.time_spans.filter(({ id }) => !known.has(id))];
  return { ...stored, sale_to, time_spans };
};

/** The catalogue on sale, with the days, set products and coupons that it lacks. */
const toppedUp = (stored: Catalogue, fresh: Catalogue, known: ReadonlySet<string>): Catalogue => ({
  ...stored,
  products: stored.products.map((product) => {
    const own = fresh.products.find(({ uuid }) => uuid === product.uuid);
    return own ? continued(product, own, known) : product;
  }),
  set_products: [...stored.set_products, ...lacking(stored.set_products, fresh.set_products, ({ uuid }) => uuid)],
  coupons: [...stored.coupons, ...lacking(stored.coupons, fresh.coupons, ({ code }) => code)],
});

/** Seats that were sold, and coupons with a limit that were used up, before the demo opened: those that were never there before. */
const sellBefore = async (tx: Tx, catalogue: Catalogue, known: ReadonlySet<string>, seed: number, first: string) => {
  const { site, products, coupons } = catalogue;
  const spans = products.flatMap(({ time_spans }) => time_spans).filter(({ id }) => !known.has(id));
  const rows = spans.map((span) => ({ id: span.id, sold: soldBefore(span, seed, first) }));
  await sql`update time_spans set sold = given.sold
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, sold integer)
    where time_spans.site = ${site} and time_spans.id = given.id`.execute(tx);
  const limited = coupons.filter(({ code, use_limit }) => use_limit !== null && !known.has(code));
  await sql`update coupons set uses = use_limit
    where site = ${site} and code = any(${limited.map(({ code }) => code)}::text[])`.execute(tx);
};

const seedSite = async (tx: Tx, file: Catalogue, today: string, newSeed: number): Promise<void> => {
  const { site } = file;
  await lockCatalogues(tx);
  const row = await tx
    .selectFrom('sites')
    .select(['seed', 'imported'])
    .select(sql<string>`seeded_on::text`.as('seeded_on'))
    .where('code', '=', site)
    .executeTakeFirst();
  if (row?.imported) return;
  const { seed, seeded_on: first } = row ?? { seed: newSeed, seeded_on: today };
  const { rows } = await sql<{ id: string }>`
    select id from time_spans where site = ${site} union all select code from coupons where site = ${site}`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const fresh = demoOn(file, { today: today < first ? first : today, first });
  const stored = row && (await exportCatalogue(tx, site));
  const catalogue = stored ? toppedUp(stored, fresh, known) : fresh;
  const source = { catalogue, label: (path: string) => path, warnings: [] };
  await replaceCatalogue(tx, source, { seeded_on: first, seed, imported: false });
  await sellBefore(tx, catalogue, known, seed, first);
};

/** `filled`: on sale to the last day; null without products. */
type SeededSite = { code: SiteCode; imported: boolean; filled: boolean | null; sets: number; coupons: number };

/** Sites with all days, sets and coupons, or with an imported catalogue: at nearly every start these are all sites. */
const completeSites = async (db: Db, today: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<SeededSite>`
    select code, imported,
      (select min(sale_to) >= ${lastDay(today)}::date from products where site = sites.code) as filled,
      (select count(*)::int from set_products where site = sites.code) as sets,
      (select count(*)::int from coupons where site = sites.code) as coupons
    from sites`.execute(db);
  const isComplete = ({ code, imported, filled, ...row }: SeededSite): boolean => {
    if (imported) return true;
    if (filled !== true) return false;
    const { set_products = [], coupons = [] } = demoCatalogue(code) ?? {};
    return row.sets >= set_products.length && row.coupons >= coupons.length;
  };
  return new Set(rows.filter(isComplete).map(({ code }) => code));
};

/**
 * Imports the demo's catalogues where there is none, and adds days to existing ones, so that there are always 90 on sale. `today`:
 * YYYY-MM-DD at the venue; the same day and seed give the same shop. `only`: the sites on sale, all of the demo by default.
 */
export const seedDatabase = async (
  db: Db,
  today: string,
  seed: number,
  only: Iterable<SiteCode> = demoSites,
): Promise<void> => {
  const complete = await completeSites(db, today);
  for (const site of only) {
    const file = complete.has(site) ? null : demoCatalogue(site);
    if (file) await inTransaction(db, (tx) => seedSite(tx, file, today, seed));
  }
};
