import * as v from 'valibot';
import { FailureDetailsSchema } from '#src/domain/failures.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Day, DayStockSchema, TimeSpanSchema } from '#src/domain/product.ts';

/** Parts that the contexts of several charts have in common. */

/** The form of generated keys: 128 bits in hexadecimal digits. */
export const KeySchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** A write whose outcome is not known yet: its Idempotency-Key, and the content it was sent with. */
export const AttemptSchema = v.object({ key: KeySchema, content: v.string() });

/** `failure`: why the last request failed, shown in place. */
export const withFailure = { failure: v.nullable(FailureDetailsSchema) };
export const withAttempt = { attempt: v.nullable(AttemptSchema), ...withFailure };

/** A ticket's link. `lang`: language of the page and of the server's texts. */
export const ofLink = { token: v.string(), lang: LangSchema };

/** The calendar of a product, and the visitor's choice in it. */
export const ofCalendar = {
  /** Searches for the days of five weeks, the times of a day, or both. */
  wanted: v.object({ month: v.nullable(Day), day: v.nullable(Day) }),
  days: v.array(DayStockSchema),
  slots: v.array(TimeSpanSchema),
  /** The chosen time, after it sold out or the server refused it. */
  missed: v.nullable(TimeSpanSchema),
};
