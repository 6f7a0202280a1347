import * as v from 'valibot';

const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A browser's place in the waiting room of a site or product (docs/product.md#waiting-room). */
export const QueuePlaceSchema = v.object({
  /** `admitted`: an order may be placed now; `over`: there is no place, or its turn was used or missed. */
  state: v.picklist(['waiting', 'admitted', 'over']),
  /** Places that are admitted before this one. */
  ahead: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Seconds until it is admitted, at the pace of now; fewer when others do not use their turns. */
  wait_seconds: Seconds,
  /** Seconds in which an admitted place can still be used. */
  seconds_left: Seconds,
  /** Seconds until it is to be asked for again; a place that is not asked for is passed over. */
  poll_seconds: Seconds,
  /** Many wait at the same network address, so this one waits behind the others. */
  is_behind: v.boolean(),
});
export type QueuePlace = v.InferOutput<typeof QueuePlaceSchema>;
