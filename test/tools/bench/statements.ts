import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, type LogEvent, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { unwatchedDisk } from '#server/db/disk.ts';
import { migrate } from '#server/db/migrate.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Database } from '#server/db/types.ts';
import { seedDatabase } from '#server/seed/seed.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { venueDay } from '#src/domain/dates.ts';
import { choiceOf, newKey } from '#test/api/kit/buyer.ts';
import { startShop } from '#test/api/kit/shop.ts';
import { closedLoop, type Sample } from './load.ts';

type Statement = { sql: string; parameters: readonly unknown[] };

type PreparedPGlite = ReturnType<typeof prepared>;

/** Kysely's log does not report PGlite's transactions. */
const withTransactions = (pglite: PreparedPGlite, record: (sql: string) => void): PreparedPGlite => ({
  ...pglite,
  transaction: (work) =>
    pglite.transaction(async (tx) => {
      record('begin');
      const done = await work(tx);
      record('commit');
      return done;
    }),
});

/** Without a listener, the error of a connection that is terminated with its database would end the process. */
const poolOf = (url: string | undefined) => new pg.Pool({ connectionString: url, max: 10 }).on('error', () => {});

/** Opens the database as the server does (`server/db/open.ts`) and records its statements. */
const openRecorded = async (folder: string, url: string | undefined) => {
  const statements: Statement[] = [];
  const recorder = { isOn: false };
  const log = ({ query: { sql, parameters } }: LogEvent) => {
    if (recorder.isOn) statements.push({ sql, parameters });
  };
  const pglite = url ? null : await PGlite.create(folder);
  const dialect = pglite
    ? new PGliteDialect({
        pglite: withTransactions(prepared(pglite), (sql) => recorder.isOn && statements.push({ sql, parameters: [] })),
      })
    : new PostgresDialect({ pool: poolOf(url) });
  const db = new Kysely<Database>({ dialect, log });
  const close = async () => {
    await db.destroy();
    if (pglite && !pglite.closed) await pglite.close();
  };
  return {
    statements,
    recorder,
    database: {
      db,
      reads: db,
      embedded: pglite !== null,
      pools: null,
      disk: unwatchedDisk,
      close,
    } satisfies OpenDatabase,
  };
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The same statements for another order: each id and hash is replaced consistently; `fresh` has the replacements so far. */
const another = (statements: readonly Statement[], fresh: Map<unknown, string>): Statement[] => {
  const freshOf = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const known = fresh.get(value);
    if (known) return known;
    const isHash = /^[0-9a-f]{64}$/.test(value);
    if (!isHash && !uuid.test(value)) return value;
    const made = isHash ? randomBytes(32).toString('hex') : crypto.randomUUID();
    fresh.set(value, made);
    return made;
  };
  return statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(freshOf) }));
};

/**
 * How many orders the database alone can take: records the statements of one order made through the server, then repeats them
 * without a server. Runs on an empty folder, or on an empty database of a PostgreSQL.
 */
export const databaseAlone = async (
  { folder, url }: { folder: string; url: string | undefined },
  atOnce: number,
  seconds: number,
): Promise<Sample & { statements: number }> => {
  const { statements, recorder, database } = await openRecorded(folder, url);
  const { db } = database;
  await migrate(db);
  await seedDatabase(db, venueDay(Date.now()), 2);
  await db.updateTable('time_spans').set({ capacity: 1_000_000, sold: 0 }).execute();
  const spans = await db
    .selectFrom('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .select(['id', 'product_uuid'])
    .orderBy('sale_to', 'desc')
    .execute();
  const shop = await startShop({ database });
  try {
    const body = choiceOf(spans.find(({ id }) => /^admission-\d+-1000$/.test(id))?.id ?? '', 1);
    const ids = spans.flatMap(({ id, product_uuid }) => (product_uuid === body.product_uuid ? [id] : []));
    await shop.call(createOrder, { body, key: newKey() });
    recorder.isOn = true;
    await shop.call(createOrder, { body, key: newKey() });
    recorder.isOn = false;
    let next = 0;
    const slots = () => {
      next = (next + 1) % ids.length;
      return ids[next] ?? '';
    };
    const same = new Map([[body.product_uuid, body.product_uuid]]);
    const one = () =>
      db.connection().execute(async (connection) => {
        for (const { sql, parameters } of another(statements, new Map([...same, [body.time_span_id, slots()]])))
          await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]));
      });
    const sample = await closedLoop(atOnce, seconds, one);
    return { ...sample, statements: statements.length };
  } finally {
    await shop.close();
  }
};
