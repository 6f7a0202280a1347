import { afterEach, describe, expect, it } from 'vitest';
import { seedDatabase } from '#server/catalogue/demo/seed.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { openTestDatabase } from './kit/database.ts';
import { rowsOf } from './kit/rows.ts';

const today = venueDay(Date.now());
let open: OpenDatabase | undefined;
afterEach(async () => open?.close());

/** The database, with a counter of its statements. */
const counted = async (): Promise<{ db: Db; statements: () => number }> => {
  open = await openTestDatabase();
  let count = 0;
  const db = open.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, statements: () => count };
};

const lastDay = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('time_spans')
      .where('time_spans.site', '=', 'borderless')
      .select('id')
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id;

describe('an existing seed', () => {
  it('gets the missing days on a later day, once', async () => {
    const { db, statements } = await counted();
    const before = await lastDay(db);
    await seedDatabase(db, addDays(today, 9), 1);
    expect(await lastDay(db)).not.toBe(before);
    const after = statements();
    await seedDatabase(db, addDays(today, 9), 1);
    expect(statements() - after).toBe(1);
  });

  it('gets back a coupon that is missing', async () => {
    const { db } = await counted();
    const own = { site: 'borderless', code: 'WELCOME10' };
    await db.deleteFrom('coupons').where('site', '=', own.site).where('code', '=', own.code).execute();
    expect(await rowsOf({ db }, 'coupons', own)).toHaveLength(0);
    await seedDatabase(db, today, 1);
    expect(await rowsOf({ db }, 'coupons', own)).toHaveLength(1);
  });
});
