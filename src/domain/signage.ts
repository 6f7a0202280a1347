import * as v from 'valibot';
import type { VisitPeriod } from './checkout.ts';
import { Moment, SaleTypeSchema, TimeSpanSchema } from './product.ts';

/** Today's ticket information for a display at the venue (docs/product.md#screen-signage). */
export const TodaySchema = v.object({
  /** Time of the reply by the server's clock, because the display's may be wrong. */
  as_of: Moment,
  products: v.array(
    v.object({
      uuid: v.string(),
      product_name: v.string(),
      sale_type: SaleTypeSchema,
      /** Today's times in chronological order; empty if the venue is closed. */
      time_spans: v.array(TimeSpanSchema),
    }),
  ),
});
export type Today = v.InferOutput<typeof TodaySchema>;

/** Splits a day's times into those that admit visitors at `now` (ms) and those to come; past ones are left out. */
export const nowAndNext = <S extends VisitPeriod>(spans: readonly S[], now: number): { current: S[]; coming: S[] } => {
  const remaining = spans.filter((span) => Date.parse(span.reservation_to) > now);
  const hasBegun = (span: S) => Date.parse(span.reservation_from) <= now;
  return { current: remaining.filter(hasBegun), coming: remaining.filter((span) => !hasBegun(span)) };
};
