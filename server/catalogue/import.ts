import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { inRolledBack } from '#server/shared/rolled-back.ts';
import { type Change, compare, comparedKinds, compareSequence, oneChange, rowsOf, totalsOf } from './difference.ts';
import { readStored } from './export.ts';
import { CatalogueFault } from './fault.ts';
import type { Catalogue } from './schema.ts';
import { lockSpans, spanChanges, spanRefusals, stageSpans, writeSpans } from './spans.ts';
import { type Origin, writeCoupons, writeProducts, writeSets, writeSite } from './write.ts';

type Rename = { path: string; id: string; was: string };
type Renamable<Key extends string> = Record<Key, string> & { was?: string | undefined };

/** Rows whose id, in `key`, differs from the one that they had; `path`: where the rows are in the file. */
const renamed = <Key extends string>(path: string, rows: readonly Renamable<Key>[], key: Key): Rename[] =>
  rows.flatMap((row, index) => {
    const [id, was] = [row[key], row.was];
    return was === undefined || was === id ? [] : [{ path: `${path}/${index}/was`, id, was }];
  });

/** Products first, since their rows are referred to by the others. */
const renamesIn = ({ products, set_products, coupons }: Catalogue) => {
  const within = (part: 'options' | 'time_spans') =>
    products.flatMap((product, at) => renamed(`products/${at}/${part}`, product[part], 'id'));
  return [
    { table: 'products', key: 'uuid', name: 'product', renames: renamed('products', products, 'uuid') },
    { table: 'product_options', key: 'id', name: 'option', renames: within('options') },
    { table: 'time_spans', key: 'id', name: 'timespan', renames: within('time_spans') },
    { table: 'set_products', key: 'uuid', name: 'set product', renames: renamed('set_products', set_products, 'uuid') },
    { table: 'coupons', key: 'code', name: 'coupon', renames: renamed('coupons', coupons, 'code') },
  ];
};

/**
 * Gives rows their new ids; orders, tickets and coupons follow, since their references are updated with them. A rename that was
 * done before is none. Returns what was renamed, and why something cannot be.
 */
const renameIds = async (tx: Tx, catalogue: Catalogue, label: Label): Promise<Change[]> => {
  const { site } = catalogue;
  const changes: Change[] = [];
  for (const { table, key, name, renames } of renamesIn(catalogue)) {
    if (renames.length === 0) continue;
    const ids = renames.flatMap(({ id, was }) => [id, was]);
    const column = sql.ref(key);
    const { rows } = await sql<{ id: string }>`
      select ${column} as id from ${sql.table(table)} where site = ${site} and ${column} = any(${ids}::text[])`.execute(
      tx,
    );
    const known = new Set(rows.map(({ id }) => id));
    for (const { path, id, was } of renames) {
      if (known.has(id) && known.has(was))
        changes.push(refused(`${label(path)}: ${name} ${was} cannot become ${id}: both are known. Leave "was" out.`));
      else if (!known.has(id) && !known.has(was)) changes.push(refused(`${label(path)}: no ${name} is called ${was}.`));
      else if (known.has(was)) {
        known.delete(was);
        known.add(id);
        await sql`update ${sql.table(table)} set ${column} = ${id} where site = ${site} and ${column} = ${was}`.execute(
          tx,
        );
        changes.push(oneChange('renamed', `${name} ${was} → ${id}`));
      }
    }
  }
  return changes;
};

/** A catalogue that was read from a file; `label` names the place of a path in it, for errors; `warnings`: its valid but unwise values. */
export type Source = { catalogue: Catalogue; label: (path: string) => string; warnings: string[] };

type Label = Source['label'];
const refused = (text: string): Change => oneChange('refused', text);

/** Options that were ordered belong to their product. */
const optionRefusals = async (tx: Tx, { site, products }: Catalogue, label: Label): Promise<Change[]> => {
  const options = products.flatMap(({ uuid: product, options }, at) =>
    options.map(({ id }, index) => ({ id, product, path: `products/${at}/options/${index}/id` })),
  );
  const { rows } = await sql<{ id: string; path: string; product: string }>`
    /* Orders are searched, without an index, only for options that changed their product. */
    with moved as materialized (
      select o.site, o.id, given.path, o.product_uuid as product
      from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as given(id text, product text, path text)
      join product_options o on o.site = ${site} and o.id = given.id and o.product_uuid <> given.product)
    select id, path, product from moved
    where exists (select 1 from order_lines where site = moved.site and option_id = moved.id)
      or exists (select 1 from ticket_people where site = moved.site and option_id = moved.id) order by path`.execute(
    tx,
  );
  return rows.map(({ id, path, product }) =>
    refused(`${label(path)}: option ${id} was ordered with another product (${product}): give it another id here.`),
  );
};

/** A ticket shows its visit by the sale type of its product. */
const productRefusals = async (tx: Tx, { site, products }: Catalogue, label: Label): Promise<Change[]> => {
  const types = products.map(({ uuid, sale_type }, at) => ({ uuid, sale_type, path: `products/${at}/sale_type` }));
  const { rows } = await sql<{ uuid: string; path: string; sale_type: string }>`
    select p.uuid, given.path, p.sale_type
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as given(uuid text, sale_type text, path text)
    join products p on p.site = ${site} and p.uuid = given.uuid and p.sale_type <> given.sale_type
    where exists (select from orders where orders.site = p.site and orders.product_uuid = p.uuid
      and (orders.paid_at is not null or orders.status in ('open', 'checking')))
    order by given.path`.execute(tx);
  return rows.map(({ uuid, path, sale_type }) =>
    refused(
      `${label(path)}: product ${uuid} was ordered with ${sale_type}: keep it, or add a new product with another id.`,
    ),
  );
};

/** A coupon's scope must name an option of its product, and its limit must not be below its uses. */
const couponRefusals = ({ products, coupons }: Catalogue, uses: ReadonlyMap<string, number>, label: Label): Change[] =>
  coupons.flatMap(({ code, use_limit, scopes }, index) => {
    const used = uses.get(code) ?? 0;
    const unknown = scopes.flatMap(({ product_uuid, option_id }, scope) => {
      const options = products.find(({ uuid }) => uuid === product_uuid)?.options ?? [];
      return option_id === null || options.some(({ id }) => id === option_id)
        ? []
        : [`${label(`coupons/${index}/scopes/${scope}/option_id`)}: ${option_id} is no option of ${product_uuid}.`];
    });
    const limit = label(`coupons/${index}/use_limit`);
    return [
      ...unknown,
      ...(use_limit !== null && use_limit < used
        ? [`${limit}: ${code} was used ${used} times: ${used} or more, or null.`]
        : []),
    ].map(refused);
  });

/** Uses of the site's coupons by code. Locked, since they must not pass a new limit meanwhile. */
const lockUses = async (tx: Tx, site: string): Promise<Map<string, number>> => {
  const coupons = tx.selectFrom('coupons').select(['code', 'uses']).where('site', '=', site);
  const rows = await coupons.orderBy('id').forUpdate().execute();
  return new Map(rows.map(({ code, uses }) => [code, uses]));
};

const differenceOf = async (tx: Tx, { catalogue, label }: Source): Promise<Change[]> => {
  const { site } = catalogue;
  await stageSpans(tx, catalogue);
  const renames = await renameIds(tx, catalogue, label);
  await lockSpans(tx, site);
  const uses = await lockUses(tx, site);
  const [before, after] = [rowsOf(await readStored(tx, site, false)), rowsOf(catalogue)];
  return [
    ...comparedKinds.flatMap((kind) => compare(before[kind], after[kind])),
    ...(['field', 'payment method', 'product', 'set product'] as const).flatMap((kind) =>
      compareSequence(`${kind}s`, [...before[kind].keys()], [...after[kind].keys()]),
    ),
    ...(await spanChanges(tx, site)),
    ...renames,
    ...(await productRefusals(tx, catalogue, label)),
    ...(await optionRefusals(tx, catalogue, label)),
    ...couponRefusals(catalogue, uses, label),
    ...(await spanRefusals(tx, site, label)),
  ];
};

/** Locks every catalogue until the transaction ends; the number stays, since processes of two releases run side by side. */
export const lockCatalogues = (tx: Tx) => sql`select pg_advisory_xact_lock(4173)`.execute(tx);

/** As `importCatalogue`, in a transaction with `lockCatalogues`. */
export const replaceCatalogue = async (
  tx: Tx,
  source: Source,
  origin: Origin,
  { isDryRun = false }: { isDryRun?: boolean } = {},
) => {
  const { catalogue, warnings } = source;
  const changes = await differenceOf(tx, source);
  const imported = { site: catalogue.site, isDryRun, changes, totals: totalsOf(changes), warnings };
  if (isDryRun) return imported;
  const faults = changes.filter(({ kind }) => kind === 'refused').map(({ text }) => text);
  if (faults.length > 0) throw new CatalogueFault(...faults);
  await writeSite(tx, catalogue, origin);
  await writeProducts(tx, catalogue);
  await writeSpans(tx, catalogue);
  await writeSets(tx, catalogue);
  await writeCoupons(tx, catalogue);
  return imported;
};
export type Imported = Awaited<ReturnType<typeof replaceCatalogue>>;

/**
 * Puts a catalogue in the place of the site's, all or nothing, while the shop sells; rows that are no longer in it are withdrawn from
 * sale, and existing orders go on. `source` may read the catalogue it changes. `today` is the venue's day. A dry run changes
 * nothing and also returns what is refused; otherwise that throws CatalogueFault.
 */
export const importCatalogue = async (
  db: Db,
  source: Catalogue | ((tx: Tx) => Promise<Source>),
  today: string,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Imported> => {
  const work = async (tx: Tx): Promise<Imported> => {
    await lockCatalogues(tx);
    const read = typeof source === 'function' ? await source(tx) : { catalogue: source, label: String, warnings: [] };
    return replaceCatalogue(tx, read, { seeded_on: today, seed: 0, imported: true }, { isDryRun });
  };
  return isDryRun ? inRolledBack(db, work) : inTransaction(db, work);
};
