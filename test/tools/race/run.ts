import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TakeSeats } from '#server/domain/stock.ts';
import { accountsOf, oversold } from './accounts.ts';
import { oneBuyer, oneTaker } from './buyers.ts';
import { type Chance, chanceOf } from './chance.ts';
import { closeWorld, openWorld, type World } from './world.ts';

export type Race = { seed: number; buyers: number; atOnce: number };
export type Result = { tally: ReadonlyMap<string, number>; faults: string[]; oversold: number; seconds: number };

/** So many at once, each with chances of their own, so that the order in which they come does not change what they want. */
const crowd = async ({ seed, buyers, atOnce }: Race, one: (chance: Chance) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async () => {
    while (next < buyers) {
      next += 1;
      await one(chanceOf(seed * 1_000_003 + next));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
};

/** The sweeper of a second process comes by all the time. */
const sweeping = (world: World) => {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await world.shop.sweep();
      await pause(50);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
};

const timed = async (work: () => Promise<Omit<Result, 'seconds'>>): Promise<Result> => {
  const began = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - began) / 1000 };
};

/** Buyers of all kinds at once, then the accounts. */
export const race = (asked: Race): Promise<Result> =>
  timed(async () => {
    const world = await openWorld();
    try {
      const stop = sweeping(world);
      await crowd(asked, (chance) => oneBuyer(world, chance));
      await stop();
      return { tally: world.tally, faults: await accountsOf(world), oversold: await oversold(world) };
    } finally {
      await closeWorld(world);
    }
  });

/** What must not be shipped: looks first, takes after. */
export const lookThenTake: TakeSeats = async (tx, span, count) => {
  const row = await tx
    .selectFrom('time_spans')
    .select(sql<number>`capacity - held - sold`.as('free'))
    .where('id', '=', span)
    .executeTakeFirstOrThrow();
  await sql`select pg_sleep(0.02)`.execute(tx);
  if (row.free < count) return false;
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held + ${count}` })
    .where('id', '=', span)
    .execute();
  return true;
};

/**
 * The same crowd in front of a shop without its lock, the database's own check taken away: proves that the race could see an
 * oversell. PGlite does one thing at a time and cannot show it.
 */
export const control = (asked: Race): Promise<Result> =>
  timed(async () => {
    const world = await openWorld({ stock: lookThenTake });
    try {
      await sql`alter table time_spans drop constraint never_oversold`.execute(world.shop.db);
      await crowd(asked, (chance) => oneTaker(world, chance));
      return { tally: world.tally, faults: world.faults, oversold: await oversold(world) };
    } finally {
      await closeWorld(world);
    }
  });
