import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TakeSeats } from '#server/domain/stock.ts';
import { accountsOf, oversold } from './accounts.ts';
import { oneBuyer, oneTaker } from './buyers.ts';
import { type Chance, chanceOf } from './chance.ts';
import { closeWorld, openWorld, type World } from './world.ts';

export type Race = { seed: number; buyers: number; atOnce: number };
export type Result = { tally: ReadonlyMap<string, number>; faults: string[]; oversold: number; seconds: number };

/** Runs `atOnce` buyers concurrently. Each has its own random sequence, so their interleaving does not change their behaviour. */
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

/** Runs the sweeper continuously, as a second process would. */
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

/** Runs buyers of all kinds concurrently, then checks the accounts. */
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

/** The fault that must not ship: checks the stock before it takes seats, without a lock. */
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
 * The same crowd on a shop without its lock and without the database's check constraint, to prove that the race can detect
 * overselling. PGlite runs one transaction at a time and cannot show it.
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
