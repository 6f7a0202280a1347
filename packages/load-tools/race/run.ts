import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { accountFaults, oversold } from './accounts.ts';
import { runBuyer, runTaker } from './buyers.ts';
import { type Chance, chanceOf } from './chance.ts';
import { closeRaceFixture, openRaceFixture, type RaceFixture } from './fixture.ts';

export type Race = { seed: number; buyers: number; atOnce: number };
export type Result = { tally: ReadonlyMap<string, number>; faults: string[]; oversold: number };

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
const startSweeper = (fixture: RaceFixture) => {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await fixture.shop.sweep();
      await pause(50);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
  };
};

/** Runs buyers of all kinds concurrently, then checks the accounts. */
export const race = async (options: Race): Promise<Result> => {
  const fixture = await openRaceFixture();
  try {
    const stop = startSweeper(fixture);
    await crowd(options, (chance) => runBuyer(fixture, chance));
    await stop();
    return { tally: fixture.tally, faults: await accountFaults(fixture), oversold: await oversold(fixture) };
  } finally {
    await closeRaceFixture(fixture);
  }
};

/** The fault that must not ship: checks the stock before it takes seats, without a lock. */
const lookThenTake = sql`create or replace function take_seats_1(p_site text, p_span text, p_seats int) returns boolean
  language plpgsql as $$ declare v_free int; begin
    select capacity - held - sold into v_free from time_spans where site = p_site and id = p_span;
    perform pg_sleep(0.2);
    if v_free < p_seats then return false; end if;
    update time_spans set held = held + p_seats where site = p_site and id = p_span;
    return true;
  end $$`;

/**
 * The same crowd on a shop without its lock and without the database's check constraint, to prove that the race can detect
 * overselling. PGlite runs one transaction at a time and cannot show it.
 */
export const control = async (options: Race): Promise<{ oversold: number }> => {
  const fixture = await openRaceFixture();
  try {
    await sql`alter table time_spans drop constraint never_oversold`.execute(fixture.shop.db);
    await lookThenTake.execute(fixture.shop.db);
    await crowd(options, (chance) => runTaker(fixture, chance));
    return { oversold: await oversold(fixture) };
  } finally {
    await closeRaceFixture(fixture);
  }
};
