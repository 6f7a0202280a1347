import { sql } from 'kysely';
import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';

/** How much one address may hold unpaid, and the maximum life of a hold (docs/operations.md#limits). */
export type HoldLimits = {
  /** Seats of a product held unpaid whatever is left; 0 disables the limits per address. */
  seats: number;
  /**
   * Percent of what is left, of a day over all slots and of one slot, that may be held unpaid; the larger result
   * applies.
   */
  shareOfDay: number;
  shareOfSlot: number;
  /** Minutes from the first hold after which it is neither extended nor replaced. */
  minutes: number;
};

export const holdLimits: HoldLimits = { seats: 12, shareOfDay: 25, shareOfSlot: 50, minutes: 240 };

/** Minutes as an SQL interval. */
export const lifeOf = (minutes: number) => sql`make_interval(mins => ${minutes}::int)`;

/** Settings of holds (table in server/README.md). */
export const holdEntries = {
  HOLD_SEATS_PER_ADDRESS: v.optional(wholeNumber(0, 100_000, 6), String(holdLimits.seats)),
  HOLD_SHARE_OF_DAY: v.optional(wholeNumber(0, 100, 6), String(holdLimits.shareOfDay)),
  HOLD_SHARE_OF_SLOT: v.optional(wholeNumber(0, 100, 6), String(holdLimits.shareOfSlot)),
  HOLD_MINUTES_AT_MOST: v.optional(wholeNumber(30, 1_440, 6), String(holdLimits.minutes)),
};

const HoldEnv = v.object(holdEntries);

/** Maps the settings to hold limits. */
export const holdLimitsOf = (env: v.InferOutput<typeof HoldEnv>): HoldLimits => ({
  seats: env.HOLD_SEATS_PER_ADDRESS,
  shareOfDay: env.HOLD_SHARE_OF_DAY,
  shareOfSlot: env.HOLD_SHARE_OF_SLOT,
  minutes: env.HOLD_MINUTES_AT_MOST,
});
