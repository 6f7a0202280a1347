import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { emptyFiles } from '#test/api/kit/database.ts';
import { checkRoom, freeSpaceOf, watchDisk } from './disk.ts';
import { openEmbedded } from './open.ts';
import type { Database } from './types.ts';
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

it('the disk of the embedded database is full below the limit, has room again at 1.5 times the limit, and each is logged once', () => {
  const { disk, state, logged } = diskOf();
  const seen = [200, 65, 64, 63, 64, 95, 96, 70, 63].map((megabytes) => {
    state.megabytes = megabytes;
    return disk.isFull();
  });
  expect(seen).toEqual([false, false, false, true, true, true, false, false, true]);
  expect(logged).toEqual(['error disk_full 63', 'warn disk_has_room 96', 'error disk_full 63']);
});

it('a disk whose free space cannot be read counts as full', () => {
  expect(freeSpaceOf('/nowhere/at/all')()).toBe(0);
  expect(freeSpaceOf('/')()).toBeGreaterThan(0);
});

describe('a database whose disk is full', () => {
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
  ])('%s %s', (fate, text) => {
    const { disk, state } = diskOf();
    state.megabytes = 10;
    const check = () => checkRoom(disk, text, 'alone');
    if (fate === 'runs') expect(check).not.toThrow();
    else expect(check).toThrow(DatabaseUnavailable);
  });

  it('starts no transaction but stays usable, and aborts a running one only when half of the reserve is used', async () => {
    const { disk, state } = diskOf();
    const { db, close } = await openEmbedded(null, { fs: await emptyFiles(), disk });
    await db.schema.createTable('notes').addColumn('text', 'text').execute();
    const add = (at: Kysely<Database>, text: string) => sql`insert into notes values (${text})`.execute(at);
    const refused = { name: 'DatabaseUnavailable', code: 'disk_full' };
    state.megabytes = 63;
    await expect(db.transaction().execute((tx) => sql`select 1`.execute(tx))).rejects.toMatchObject(refused);
    state.megabytes = 100;
    const seen: string[] = [];
    const running = db.transaction().execute(async (tx) => {
      for (const [text, next] of [
        ['first', 40],
        ['second', 31],
        ['third', 200],
      ] as const) {
        await add(tx, text);
        seen.push(text);
        state.megabytes = next;
      }
    });
    await expect(running).rejects.toMatchObject(refused);
    state.megabytes = 200;
    expect(seen).toEqual(['first', 'second']);
    expect((await sql`select * from notes`.execute(db)).rows).toEqual([]);
    await close();
  });
});
