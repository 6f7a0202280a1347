import * as v from 'valibot';
import type { Tag } from '#machines/shared/screens.ts';
import { withAttempt } from '#machines/shared/stored.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { OrderSchema } from '#src/domain/order.ts';

export const CouponContextSchema = v.object({
  ...withAttempt,
  token: v.string(),
  /** The order with its total after the last change; null before one. */
  order: v.nullable(OrderSchema),
  code: v.string(),
  /** The code is being removed. */
  remove: v.boolean(),
});
export type CouponContext = v.InferOutput<typeof CouponContextSchema>;

/** The coupon's chart ends only together with its order. */
export type CouponOutput = { failure: FailureDetails | null };

export type ChangeInput = { token: string; code: string; remove: boolean; key: string };

export type CouponTypes = {
  context: CouponContext;
  events: { type: 'coupon.apply'; code: string } | { type: 'coupon.remove'; code: string };
  input: { token: string };
  output: CouponOutput;
  tags: Tag;
  children: {
    changeCoupon: 'changeCoupon';
    rereadOrder: 'lookAtOrder';
    readPause: 'wait';
    readAgain: 'lookAtOrder';
  };
};
