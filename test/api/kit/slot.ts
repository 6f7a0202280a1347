import { venueDay } from '#src/domain/dates.ts';
import { timed, tomorrow } from './buyer.ts';
import type { Shop } from './shop.ts';
import { changeSlot } from './time.ts';

/** How many were made in a database: files that share a process do not count on. */
const made = new WeakMap<object, number>();

/** Seconds after ten for the n-th slot. Skips whole minutes, at which the seed's slots begin. */
const second = (count: number): number => 60 * Math.floor((count - 1) / 59) + ((count - 1) % 59) + 1;

/** A new timespan of the timed product for one test: tomorrow, on sale, with its own seats and surcharge. */
export const newSlot = async (shop: Shop, { seats = 20, surcharge = 0 } = {}): Promise<string> => {
  const count = (made.get(shop.db) ?? 0) + 1;
  made.set(shop.db, count);
  const from = Date.parse(`${tomorrow}T10:00:00+09:00`) + second(count) * 1000;
  const id = `test-${crypto.randomUUID()}`;
  await shop.db
    .insertInto('time_spans')
    .values({
      site: 'borderless',
      id,
      product_uuid: timed,
      day: tomorrow,
      reservation_from: new Date(from),
      reservation_to: new Date(from + 1_800_000),
      sale_from: new Date(0),
      sale_to: new Date(from),
      capacity: seats,
      surcharge,
    })
    .execute();
  return id;
};

/**
 * Adds a timespan of today that is on sale until midnight, so that the month on which a calendar opens has a free day, on its last
 * evening too. Returns the day.
 */
export const sellToday = async (shop: Shop): Promise<string> => {
  const day = venueDay(Date.now());
  const at = (time: string) => new Date(`${day}T${time}+09:00`);
  /* Of 15 minutes, so that it admits until its end. */
  const [reservation_from, reservation_to] = [at('23:45:00'), at('24:00:00')];
  await changeSlot(shop, await newSlot(shop), { day, reservation_from, reservation_to, sale_to: reservation_to });
  return day;
};
