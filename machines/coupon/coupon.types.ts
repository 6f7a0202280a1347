import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Extended } from '#machines/hold/hold.types.ts';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';

export type CouponInput = { token: string };

export type CouponContext = CouponInput & {
  /** The order with its total after the last change; null before one. */
  order: Order | null;
  /** The code that is being applied or removed. */
  code: string;
  /** The code is being removed. */
  remove: boolean;
  attempt: Attempt | null;
  /** Error of the last code, shown next to it. */
  failure: FailureDetails | null;
};

export type CouponEvent =
  | { type: 'coupon.apply'; code: string }
  | { type: 'coupon.remove'; code: string }
  | DoneActorEvent<Order, 'applyCoupon' | 'removeCoupon'>
  | DoneActorEvent<Extended, 'rereadOrder' | 'readAgain'>
  | ErrorActorEvent;

/** The coupon's chart ends only together with its order. */
export type CouponOutput = { failure: FailureDetails | null };

export type ChangeInput = { token: string; code: string; remove: boolean; key: string };
