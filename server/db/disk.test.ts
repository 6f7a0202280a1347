import { describe, expect, it } from 'vitest';
import { emptyFiles } from '#test/api/kit/database.ts';
import { freeSpaceOf, guardWrites, watchDisk } from './disk.ts';
import { openEmbedded } from './open.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const megabyte = 2 ** 20;

/** A disk with adjustable free space, and the lines that were logged about it. */
const diskOf = () => {
  const logged: string[] = [];
  const state = { megabytes: 200 };
  const disk = watchDisk(
    () => state.megabytes * megabyte,
    64 * megabyte,
    (level, event, facts) => logged.push(`${level} ${event} ${facts?.free_mb}`),
  );
  return { disk, state, logged };
};

describe('the disk of the embedded database', () => {
  it('is full below the limit, has room again at 1.5 times the limit, and each is logged once', () => {
    const { disk, state, logged } = diskOf();
    const seen = [200, 65, 64, 63, 64, 95, 96, 70, 63].map((megabytes) => {
      state.megabytes = megabytes;
      return disk.isFull();
    });
    expect(seen).toEqual([false, false, false, true, true, true, false, false, true]);
    expect(logged).toEqual(['error disk_full 63', 'warn disk_has_room 96', 'error disk_full 63']);
  });
});

it('a disk whose free space cannot be read counts as full', () => {
  expect(freeSpaceOf('/nowhere/at/all')()).toBe(0);
  expect(freeSpaceOf('/')()).toBeGreaterThan(0);
});

describe('a PGlite whose disk is full', () => {
  /** Fakes only the part of PGlite through which statements reach the database. */
  const guarded = () => {
    const { disk, state } = diskOf();
    const executed: string[] = [];
    const query = async (text: string) => {
      executed.push(text);
      return { rows: [], fields: [] };
    };
    const pglite = guardWrites(
      {
        closed: false,
        ready: true,
        waitReady: Promise.resolve(),
        close: async () => {},
        query,
        transaction: async (work) => work({ query, rollback: async () => {} }),
      },
      disk,
    );
    return { pglite, state, executed };
  };
  const refused = { name: 'DatabaseUnavailable', code: 'disk_full' };

  it.each([
    ['runs', 'select 1'],
    ['runs', ' SELECT "id" from "orders" where "updated" = 1'],
    ['runs', 'with a as (select 1) select * from a'],
    ['runs', 'select count(*) from payments where state <> $1'],
    ['rejects', 'insert into "orders" values (1)'],
    ['rejects', 'update "orders" set a = 1'],
    ['rejects', 'DELETE FROM orders'],
    ['rejects', 'with "written" as (insert into "orders" values (1) returning *) select * from "written"'],
    ['rejects', 'select * from orders for update'],
    ['rejects', 'create table a (b int)'],
    ['rejects', 'vacuum'],
  ])('%s %s', async (fate, text) => {
    const { pglite, state, executed } = guarded();
    state.megabytes = 10;
    if (fate === 'runs') await pglite.query(text);
    else await expect(pglite.query(text)).rejects.toMatchObject(refused);
    expect(executed).toEqual(fate === 'runs' ? [text] : []);
  });

  it('starts no transaction, and aborts a running one only when half of the reserve is used', async () => {
    const { pglite, state, executed } = guarded();
    state.megabytes = 63;
    await expect(pglite.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(refused);
    expect(executed).toEqual([]);
    state.megabytes = 100;
    const running = pglite.transaction(async (tx) => {
      await tx.query('first');
      state.megabytes = 40;
      await tx.query('second');
      state.megabytes = 31;
      await tx.query('third');
    });
    await expect(running).rejects.toMatchObject(refused);
    expect(executed).toEqual(['first', 'second']);
  });

  it('leaves the database usable after it rejects a Kysely transaction', async () => {
    const { disk, state } = diskOf();
    const { db, close } = await openEmbedded(null, await emptyFiles(), disk);
    await db.schema.createTable('notes').addColumn('text', 'text').execute();
    state.megabytes = 1;
    const begin = db.transaction().execute((tx) => tx.schema.dropTable('notes').execute());
    await expect(begin).rejects.toBeInstanceOf(DatabaseUnavailable);
    state.megabytes = 200;
    await db.transaction().execute((tx) => tx.schema.dropTable('notes').execute());
    expect(await db.introspection.getTables()).toEqual([]);
    await close();
  });
});
