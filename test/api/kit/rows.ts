import type { Expression, Insertable, Selectable } from 'kysely';
import type { Database } from '#server/db/types.ts';
import type { Shop } from './shop.ts';

type Table = keyof Database & string;
type Values<T extends Table> = {
  [C in keyof Insertable<Database[T]>]?: Insertable<Database[T]>[C] | Expression<unknown>;
};

/** Changes rows as no call can: time that has passed, stock that others took, what an earlier version stored. */
export const changeRows = async <T extends Table>(
  shop: Shop,
  table: T,
  of: Values<T>,
  to: Values<T>,
): Promise<void> => {
  await shop.db
    .updateTable(table as 'orders')
    .set(to as object)
    .where((where) => where.and(of as object))
    .execute();
};

/** The only row with these values, as stored. Throws if there is none. */
export const rowOf = async <T extends Table>(shop: Shop, table: T, of: Values<T>): Promise<Selectable<Database[T]>> => {
  const rows = shop.db.selectFrom(table as 'orders').selectAll();
  const row: object = await rows.where((where) => where.and(of as object)).executeTakeFirstOrThrow();
  return row as Selectable<Database[T]>;
};

/** All rows with these values, as stored. */
export const rowsOf = async <T extends Table>(
  { db }: Pick<Shop, 'db'>,
  table: T,
  of: Values<T>,
): Promise<Selectable<Database[T]>[]> => {
  const rows: object[] = await db
    .selectFrom(table as 'orders')
    .selectAll()
    .where((where) => where.and(of as object))
    .execute();
  return rows as Selectable<Database[T]>[];
};
