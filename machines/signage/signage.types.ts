import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import { type Today, TodaySchema } from '#src/domain/signage.ts';

export type SignageInput = { lang: Lang };
export const SignageContextSchema = v.object({
  lang: LangSchema,
  today: v.nullable(TodaySchema),
  /** How far the server's clock is ahead of this device's, ms. */
  clockOffset: v.number(),
  /** The last read failed: the shown data is as of `today.as_of`. */
  isStale: v.boolean(),
});
/** `at`: when the reply arrived, ms since 1970 by this device's clock. */
export type ReadResult = { today: Today; at: number };

export type SignageTypes = PageTypes & {
  context: v.InferOutput<typeof SignageContextSchema>;
  input: SignageInput;
  children: { readToday: 'readToday'; nextLook: 'wait' };
};
