import { PGlite } from '@electric-sql/pglite';
import { type ColumnType, Kysely, PGliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyFiles } from '#test/api/kit/database.ts';
import { unwatchedDisk } from './disk.ts';
import { prepared } from './prepared.ts';

type Data = { words: string[] } | null;
type Sample = { id: string; count: number; at: Date | null; large: number | null };

let pglite: PGlite;
let db: Kysely<{ kept: Sample & { data: ColumnType<Data, string | null> } }>;
beforeAll(async () => {
  pglite = await PGlite.create({ fs: await emptyFiles() });
  db = new Kysely({ dialect: new PGliteDialect({ pglite: prepared(pglite, unwatchedDisk) }) });
});
afterAll(() => db.destroy());
beforeEach(async () => {
  await sql`drop table if exists kept`.execute(db);
  await sql`create table kept (id text primary key, count int not null check (count >= 0), at timestamptz, data jsonb, large int8)`.execute(
    db,
  );
});

const put = (id: string, count = 1, { data = null, ...more }: Partial<Sample> & { data?: Data } = {}) =>
  db
    .insertInto('kept')
    .values({ id, count, at: null, large: null, ...more, data: data && JSON.stringify(data) })
    .execute();
const counts = async () =>
  (await db.selectFrom('kept').select(['id', 'count']).orderBy('id').execute()).map(Object.values);

describe('statements that stay prepared', () => {
  it('read and write values in the same way as PGlite', async () => {
    await put('ä', 3, { at: new Date('2026-11-22T03:00:00.123Z'), data: { words: ['山', '"'] }, large: 4_000_000_000 });
    await put('empty');
    const query =
      'select id, count, at, data, large, count > 2 as many, array[count, 7] as list from kept order by id desc';
    const { rows } = await pglite.query(query);
    expect((await sql.raw(query).execute(db)).rows).toEqual(rows);
    expect(rows).toHaveLength(2);
  });

  it('still work after one fails, and report the same error as PGlite', async () => {
    await put('a');
    await expect(put('a')).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' });
    await expect(put('b', -1)).rejects.toMatchObject({ code: '23514' });
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
    expect(await counts()).toEqual([['a', 1]]);
  });

  it('return a column that was added after they were prepared', async () => {
    await put('a');
    const all = () => db.selectFrom('kept').selectAll().execute();
    expect(await all()).not.toHaveProperty('0.note');
    await sql`alter table kept add column note text default 'new'`.execute(db);
    expect(await all()).toHaveProperty('0.note', 'new');
  });

  it('still work when there are more of them than the cache holds', async () => {
    await put('a');
    for (let many = 1; many <= 520; many += 1) await sql.raw(`select id from kept where count = ${many}`).execute(db);
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from pg_prepared_statements`.execute(db);
    expect(rows[0]?.many).toBeLessThanOrEqual(500);
    expect(await counts()).toEqual([['a', 1]]);
  });
});

describe('transactions', () => {
  const inOne = (work: () => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('kept').values({ id: 'b', count: 2, at: null, data: null, large: null }).execute();
      await tx.updateTable('kept').set({ count: 5 }).where('id', '=', 'a').execute();
      await work();
    });

  beforeEach(() => put('a'));

  it('roll back when other work in them fails', async () => {
    await expect(inOne(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await counts()).toEqual([['a', 1]]);
  });

  it('roll back when any statement fails, even if the error is caught', async () => {
    const first = db.transaction().execute((tx) => tx.updateTable('kept').set({ count: -1 }).execute());
    await expect(first).rejects.toMatchObject({ code: '23514' });
    const caught = db.transaction().execute(async (tx) => {
      await tx.updateTable('kept').set({ count: 3 }).execute();
      await tx
        .updateTable('kept')
        .set({ count: -1 })
        .execute()
        .catch(() => null);
    });
    await expect(caught).rejects.toMatchObject({ cause: { code: '25P02' } });
    expect(await counts()).toEqual([['a', 1]]);
  });

  it('are not interleaved with other statements', async () => {
    await Promise.all([
      inOne(async () => {}),
      db.updateTable('kept').set({ count: 7 }).where('id', '=', 'a').execute(),
    ]);
    expect(await counts()).toEqual([
      ['a', 7],
      ['b', 2],
    ]);
  });

  it('may be empty, or alter a table before they use it', async () => {
    await db.transaction().execute(async () => {});
    const all = (executor: typeof db) => executor.selectFrom('kept').selectAll().execute();
    await all(db);
    await db.transaction().execute(async (tx) => {
      await sql`alter table kept add column note text`.execute(tx);
      expect(await all(tx)).toHaveProperty('0.note');
      await tx.updateTable('kept').set({ count: 9 }).execute();
    });
    expect(await counts()).toEqual([['a', 9]]);
  });
});
