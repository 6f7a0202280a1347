import * as v from 'valibot';
import { QueuePlaceSchema } from '#src/domain/queue.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

/** Polled by the page of a place in the waiting room, which shows a failure in place. A refused order takes the place. */
export const getQueuePlace = endpoint({
  path: '/queue',
  query: v.object({ product_uuid: v.pipe(Line, v.nonEmpty(), v.maxLength(128)) }),
  reply: QueuePlaceSchema,
  silent: true,
  browser: true,
});
