import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import type { Change } from './difference.ts';
import type { Catalogue } from './schema.ts';

type Rename = { path: string; id: string; was: string };
type Table = 'products' | 'product_options' | 'time_spans' | 'set_products' | 'coupons';

type Renamable = { was?: string | undefined } & ({ id: string } | { uuid: string } | { code: string });

const idOf = (row: Renamable): string => ('id' in row ? row.id : 'uuid' in row ? row.uuid : row.code);

/** `path`: where the rows are in the file. */
const renamed = (path: string, rows: readonly Renamable[]): Rename[] =>
  rows.flatMap((row, index) => {
    const [id, was] = [idOf(row), row.was];
    return was === undefined || was === id ? [] : [{ path: `${path}/${index}/was`, id, was }];
  });

/** Products first, since their rows are referred to by the others. */
const renamesIn = ({ products, set_products, coupons }: Catalogue): [Table, string, string, Rename[]][] => {
  const within = (part: 'options' | 'time_spans') =>
    products.flatMap((product, at) => renamed(`products/${at}/${part}`, product[part]));
  return [
    ['products', 'uuid', 'product', renamed('products', products)],
    ['product_options', 'id', 'option', within('options')],
    ['time_spans', 'id', 'timespan', within('time_spans')],
    ['set_products', 'uuid', 'set product', renamed('set_products', set_products)],
    ['coupons', 'code', 'coupon', renamed('coupons', coupons)],
  ];
};

/**
 * Gives rows their new ids; orders, tickets and coupons follow, since their references are updated with them. A rename that was
 * done before is none. Returns what was renamed, and why something cannot be.
 */
export const renameIds = async (tx: Tx, catalogue: Catalogue, label: (path: string) => string): Promise<Change[]> => {
  const { site } = catalogue;
  const changes: Change[] = [];
  const refuse = (path: string, why: string) =>
    changes.push({ kind: 'refused', count: 1, text: `${label(path)}: ${why}` });
  for (const [table, key, name, renames] of renamesIn(catalogue)) {
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
        refuse(path, `${name} ${was} cannot become ${id}: both are known. Leave "was" out.`);
      else if (!known.has(id) && !known.has(was)) refuse(path, `no ${name} is called ${was}.`);
      else if (known.delete(was)) {
        known.add(id);
        await sql`update ${sql.table(table)} set ${column} = ${id} where site = ${site} and ${column} = ${was}`.execute(
          tx,
        );
        changes.push({ kind: 'renamed', count: 1, text: `${name} ${was} → ${id}` });
      }
    }
  }
  return changes;
};
