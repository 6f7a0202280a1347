import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { CatalogueFault } from './fault.ts';
import type { Catalogue } from './schema.ts';

/** An id of the file with its path; `product`: the product it belongs to in the file. */
type FileId = { path: string; id: string; product: string | null };
type Known = { id: string; site: string; product: string | null; is_ordered: boolean };

/** Largest number of lines in one message. */
const most = 50;

const refuse = (lines: readonly string[]): void => {
  if (lines.length === 0) return;
  const rest = lines.length > most ? [`and ${lines.length - most} more.`] : [];
  throw new CatalogueFault([...lines.slice(0, most), ...rest].join('\n'));
};

const productIds = ({ products }: Catalogue): FileId[] =>
  products.map(({ uuid: id }, index) => ({ path: `products/${index}/uuid`, id, product: null }));

const idsWithin = ({ products }: Catalogue, kind: 'options' | 'time_spans'): FileId[] =>
  products.flatMap(({ uuid: product, [kind]: rows }, index) =>
    rows.map(({ id }, row) => ({ path: `products/${index}/${kind}/${row}/id`, id, product })),
  );

const setIds = ({ set_products }: Catalogue): FileId[] =>
  set_products.map(({ uuid: id }, index) => ({ path: `set_products/${index}/uuid`, id, product: null }));

const knownIn = {
  products: sql`select uuid as id, site, null as product, false as is_ordered from products`,
  options: sql`select o.id, p.site, o.product_uuid as product,
      exists (select 1 from order_lines where option_id = o.id)
      or exists (select 1 from ticket_people where option_id = o.id) as is_ordered
    from product_options o join products p on p.uuid = o.product_uuid`,
  time_spans: sql`select s.id, p.site, s.product_uuid as product,
      exists (select 1 from orders where time_span_id = s.id)
      or exists (select 1 from tickets where time_span_id = s.id) as is_ordered
    from time_spans s join products p on p.uuid = s.product_uuid`,
  sets: sql`select uuid as id, site, null as product, false as is_ordered from set_products`,
};

const faultOf = (site: string, { path, id, product }: FileId, known: Known): string | null => {
  if (known.site !== site) return `${path}: ${id} belongs to another site (${known.site}).`;
  if (known.product === product || !known.is_ordered) return null;
  return `${path}: ${id} was ordered with another product (${known.product}): give it an id of its own here.`;
};

/** Faults of ids of one kind. */
const faultsIn = async (
  tx: Tx,
  site: string,
  kind: keyof typeof knownIn,
  fileIds: readonly FileId[],
): Promise<string[]> => {
  const ids = fileIds.map(({ id }) => id);
  const { rows } = await sql<Known>`select * from (${knownIn[kind]}) as known where id = any(${ids}::text[])`.execute(
    tx,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return fileIds.flatMap((one) => {
    const row = known.get(one.id);
    return (row && faultOf(site, one, row)) ?? [];
  });
};

const startsIn = ({ products }: Catalogue) =>
  products.flatMap(({ uuid: product, time_spans }, index) =>
    time_spans.map(({ id, reservation_from }, row) => {
      const path = `products/${index}/time_spans/${row}/reservation_from`;
      return { path, id, product, start: new Date(reservation_from).toISOString() };
    }),
  );

/** A product must not have two slots with the same start; slots that are no longer in the file keep theirs. */
const startFaults = async (tx: Tx, catalogue: Catalogue): Promise<string[]> => {
  const starts = startsIn(catalogue);
  const { rows } = await sql<{ path: string; other: string }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb)
      as given(path text, id text, product text, start timestamptz))
    select given.path, min(other.id) as other from given join (
      select id, product, start from given
      union select s.id, s.product_uuid, s.reservation_from from time_spans s
        where not exists (select 1 from given where given.id = s.id)
    ) as other on other.product = given.product and other.start = given.start and other.id <> given.id
    group by given.path order by given.path`.execute(tx);
  return rows.map(({ path, other }) => `${path}: ${other} begins at the same moment: keep its id, or another start.`);
};

/** A coupon for one option must name an option that its product has in the file. */
const scopeFaults = ({ products, coupons }: Catalogue): string[] =>
  coupons.flatMap(({ scopes }, coupon) =>
    scopes.flatMap(({ product_uuid, option_id }, scope) => {
      const options = products.find(({ uuid }) => uuid === product_uuid)?.options ?? [];
      const isKnown = option_id === null || options.some(({ id }) => id === option_id);
      return isKnown
        ? []
        : [`coupons/${coupon}/scopes/${scope}/option_id: ${option_id} is no option of ${product_uuid}.`];
    }),
  );

/**
 * Rows are written by id, so an id of another site would take over that site's row. Throws CatalogueFault with a line for each
 * such id, for each that was ordered with another product, for two slots of a product with the same start, and for each option of
 * a coupon that is not its product's.
 */
export const mustOwn = async (tx: Tx, catalogue: Catalogue): Promise<void> => {
  const { site } = catalogue;
  refuse([
    ...(await faultsIn(tx, site, 'products', productIds(catalogue))),
    ...(await faultsIn(tx, site, 'options', idsWithin(catalogue, 'options'))),
    ...(await faultsIn(tx, site, 'time_spans', idsWithin(catalogue, 'time_spans'))),
    ...(await faultsIn(tx, site, 'sets', setIds(catalogue))),
  ]);
  refuse([...(await startFaults(tx, catalogue)), ...scopeFaults(catalogue)]);
};

/** Moves options and slots to the product of the site that has them in the file. `mustOwn` must have passed. */
export const moveIds = async (tx: Tx, catalogue: Catalogue): Promise<void> => {
  const options = sql`jsonb_to_recordset(${JSON.stringify(idsWithin(catalogue, 'options'))}::jsonb)
    as given(id text, product text)`;
  await sql`update product_options as o set product_uuid = given.product from ${options}
    where o.id = given.id and o.product_uuid <> given.product`.execute(tx);
  await sql`update coupon_scopes as s set product_uuid = given.product from ${options}
    where s.option_id = given.id and s.product_uuid <> given.product`.execute(tx);
  /* With its new start, since two slots of a product must never begin together. */
  await sql`update time_spans as s set product_uuid = given.product, reservation_from = given.start
    from jsonb_to_recordset(${JSON.stringify(startsIn(catalogue))}::jsonb) as given(id text, product text, start timestamptz)
    where s.id = given.id and s.product_uuid <> given.product`.execute(tx);
};
