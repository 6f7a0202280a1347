import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { type QueuePlace, QueuePlaceSchema } from '#src/domain/queue.ts';

/** `product`: the product of the refused order. */
export type QueueInput = Pick<QueueContext, 'product'>;

export const QueueContextSchema = v.object({
  product: v.string(),
  /** The last reply; null before the first one. */
  place: v.nullable(QueuePlaceSchema),
  /** Until when an admitted place can be used, ms since 1970 by this device's clock. */
  until: v.number(),
  /** The last question had no answer; the place is kept. */
  isStale: v.boolean(),
});
export type QueueContext = v.InferOutput<typeof QueueContextSchema>;

/** `at`: when the reply arrived, ms since 1970 by this device's clock. */
export type ReadPlace = { place: QueuePlace; at: number };

export type QueueTypes = PageTypes & {
  context: QueueContext;
  events: { type: 'queue.leave' } | { type: 'queue.enter' };
  input: QueueInput;
  children: { readPlace: 'readPlace'; nextQuestion: 'wait'; turnEnd: 'wait' };
};
