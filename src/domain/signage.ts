import * as v from 'valibot';
import { Moment, SaleTypeSchema, TimeSpanSchema } from './product.ts';

/** Today's ticket information for a wall at the venue (docs/product.md#screen-signage). */
export const TodaySchema = v.object({
  /** When the server said this, by its own clock: the wall's may be wrong. */
  as_of: Moment,
  products: v.array(
    v.object({
      uuid: v.string(),
      product_name: v.string(),
      sale_type: SaleTypeSchema,
      /** The timespans of today, in their order; none where the venue is closed. */
      time_spans: v.array(TimeSpanSchema),
    }),
  ),
});
export type Today = v.InferOutput<typeof TodaySchema>;

type Span = { reservation_from: string; reservation_to: string };

/** In: the timespans of a day, and now (ms). Out: the one that visitors enter in, and those to come. */
export const nowAndNext = <S extends Span>(spans: readonly S[], now: number): { current: S[]; coming: S[] } => {
  const left = spans.filter((span) => Date.parse(span.reservation_to) > now);
  const hasBegun = (span: S) => Date.parse(span.reservation_from) <= now;
  return { current: left.filter(hasBegun), coming: left.filter((span) => !hasBegun(span)) };
};
