import { sql } from 'kysely';
import * as v from 'valibot';
import { wholeNumber } from '#server/core/settings.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { holdRanges } from '#src/sites/bounds.ts';

/** Dependencies of a site's limits: the server's apply where the site sets none. */
export type LimitDeps = { holdLimits: HoldLimits; sites: Sites };

export const holdLimitsAt = ({ holdLimits: usual, sites }: LimitDeps, site: SiteCode): HoldLimits => ({
  ...usual,
  ...sites.operationOf(site).holds,
});

export const lifeOf = (minutes: number) => sql`make_interval(mins => ${minutes}::int)`;

/** How much one address may hold unpaid, and the maximum life of a hold (docs/settings.md, docs/operations.md#limits). */
export const holdEntries = {
  /**
   * Unpaid seats of a product that one address may always hold (its /56 and /48 1.5 and 2 times as many); its first
   * order is never limited; 0: no limit (operations.md, “Limits”).
   */
  HOLD_SEATS_PER_ADDRESS: v.optional(wholeNumber(...holdRanges.seats, 6), '12'),
  /**
   * Beyond that: percent of the seats left on the day that one address may hold unpaid; the larger of the two shares
   * applies.
   */
  HOLD_SHARE_OF_DAY: v.optional(wholeNumber(...holdRanges.shareOfDay, 6), '25'),
  /** The same of the seats left in the slot. */
  HOLD_SHARE_OF_SLOT: v.optional(wholeNumber(...holdRanges.shareOfSlot, 6), '50'),
  /** Minutes after its first hold from which an order is neither extended nor replaced. */
  HOLD_MINUTES_AT_MOST: v.optional(wholeNumber(...holdRanges.minutes, 6), '240'),
};

export const holdLimitsOf = (env: v.InferOutput<v.ObjectSchema<typeof holdEntries, undefined>>) => ({
  seats: env.HOLD_SEATS_PER_ADDRESS,
  shareOfDay: env.HOLD_SHARE_OF_DAY,
  shareOfSlot: env.HOLD_SHARE_OF_SLOT,
  minutes: env.HOLD_MINUTES_AT_MOST,
});
export type HoldLimits = ReturnType<typeof holdLimitsOf>;
