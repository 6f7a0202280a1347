import { sql } from 'kysely';
import * as v from 'valibot';
import { firstRelease, isFormer, isMigration, migrate } from './migrate.ts';
import type { Db, Tx } from './open.ts';

/** Rows per read or write. */
const batchSize = 1_000;

/** `selfReferences`: columns that reference rows of the same table. `references`: tables that the rows reference. */
type Table = { name: string; selfReferences: string[]; references: string[] };

/** Our tables, each after those it references; read from the catalog of the database so that no list must be maintained. */
const tablesOf = async (db: Db | Tx): Promise<Table[]> => {
  const { rows } = await sql<{ name: string; column: string | null; refers: string | null }>`
    select c.relname as name, a.attname as column, f.relname as refers
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class f on f.oid = k.confrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where c.relkind = 'r' and c.relname not like 'kysely%' order by c.relname, a.attname`.execute(db);
  const found = new Map<string, Table>();
  for (const { name, column, refers } of rows) {
    const table = found.get(name) ?? { name, selfReferences: [], references: [] };
    found.set(name, table);
    if (refers === name && column) table.selfReferences.push(column);
    else if (refers) table.references.push(refers);
  }
  const ordered: Table[] = [];
  const append = (table: Table | undefined) => {
    if (!table || ordered.includes(table)) return;
    for (const reference of table.references) append(found.get(reference));
    ordered.push(table);
  };
  for (const table of found.values()) append(table);
  return ordered;
};

/** First line of a dump: its format, and the migrations that were applied when it was made. */
const Head = v.object({ dump: v.literal('ticket-store'), migrations: v.pipe(v.array(v.string()), v.minLength(1)) });
const Row = v.object({ t: v.string(), r: v.record(v.string(), v.unknown()) });

export type Counts = Record<string, number>;

/**
 * Writes a consistent snapshot of the whole database as lines of JSON that any engine can load. It contains personal data; the
 * tokens of its links need the same TICKET_SECRET.
 */
export const dumpDatabase = (db: Db, line: (text: string) => void | Promise<void>): Promise<Counts> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
      await line(JSON.stringify({ dump: 'ticket-store', migrations: done.rows.map(({ name }) => name) }));
      const counts: Counts = {};
      for (const { name } of await tablesOf(tx)) {
        const table = sql.table(name);
        await sql`declare dumped no scroll cursor for select row_to_json(t)::text as r from ${table} as t`.execute(tx);
        for (;;) {
          const { rows } = await sql<{ r: string }>`fetch ${sql.lit(batchSize)} from dumped`.execute(tx);
          for (const { r } of rows) await line(`{"t":${JSON.stringify(name)},"r":${r}}`);
          counts[name] = (counts[name] ?? 0) + rows.length;
          if (rows.length < batchSize) break;
        }
        await sql`close dumped`.execute(tx);
      }
      return counts;
    });

/** An error whose message tells the operator what is wrong with the dump or the target database. */
export class DumpFault extends Error {}

const parsed = <S extends v.GenericSchema>(schema: S, text: string, number: number): v.InferOutput<S> => {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw new DumpFault(`Line ${number} is not one of a dump of this shop.`);
  }
};

const isEmpty = async (tx: Tx, tables: readonly Table[]): Promise<boolean> => {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) return false;
  }
  return true;
};

type Rows = Record<string, unknown>[];

/** Self-references are inserted as null and set afterwards, when all rows of the table exist. */
const insert = async (tx: Tx, { name, selfReferences }: Table, rows: Rows): Promise<void> => {
  const table = sql.table(name);
  const nulls = Object.fromEntries(selfReferences.map((column) => [column, null]));
  const inserted = JSON.stringify(rows.map((row) => ({ ...row, ...nulls })));
  await sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${inserted}::jsonb)`.execute(
    tx,
  );
};

const setSelfReferences = async (tx: Tx, { name, selfReferences }: Table, rows: Rows): Promise<void> => {
  const table = sql.table(name);
  for (const column of selfReferences) {
    const ref = sql.ref(column);
    const referring = JSON.stringify(rows.filter((row) => row[column] !== null));
    await sql`update ${table} as t set ${ref} = r.${ref}
      from jsonb_populate_recordset(null::${table}, ${referring}::jsonb) as r where t.id = r.id`.execute(tx);
  }
};

/**
 * Loads a dump of any engine into an empty database, all or nothing. An older dump is loaded at its own schema version and then
 * migrated. Throws DumpFault: not a dump, older than the first schema, newer than the code, database not empty.
 */
export const loadDatabase = async (db: Db, lines: AsyncIterable<string>): Promise<Counts> => {
  const counts: Counts = {};
  const reading = lines[Symbol.asyncIterator]();
  const first = await reading.next();
  const last = parsed(Head, first.done ? '' : first.value, 1).migrations.at(-1) ?? '';
  if (isFormer(last))
    throw new DumpFault(`The dump is older than ${firstRelease}. Load it with that one, and dump it again.`);
  if (!isMigration(last)) throw new DumpFault(`The dump is of a newer version (${last}). Load it with that one.`);
  await migrate(db, last);
  await db.transaction().execute(async (tx) => {
    const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
    if (!(await isEmpty(tx, [...tables.values()])))
      throw new DumpFault('The database is not empty. Load into a new one (another DATA_DIR or DATABASE_URL).');
    let batch: { table: Table; rows: Rows } | undefined;
    const deferred: { table: Table; rows: Rows }[] = [];
    const write = async () => {
      if (!batch) return;
      const { table, rows } = batch;
      await insert(tx, table, rows);
      counts[table.name] = (counts[table.name] ?? 0) + rows.length;
      const referring = rows.filter((row) => table.selfReferences.some((column) => row[column] !== null));
      if (referring.length > 0) deferred.push({ table, rows: referring });
      batch = undefined;
    };
    for (let number = 2; ; number += 1) {
      const next = await reading.next();
      if (next.done) break;
      if (next.value === '') continue;
      const { t, r } = parsed(Row, next.value, number);
      const table = tables.get(t);
      if (!table) throw new DumpFault(`Line ${number}: there is no table ${t}.`);
      if (batch && (batch.table !== table || batch.rows.length >= batchSize)) await write();
      batch ??= { table, rows: [] };
      batch.rows.push(r);
    }
    await write();
    for (const { table, rows } of deferred) await setSelfReferences(tx, table, rows);
  });
  await migrate(db);
  return counts;
};
