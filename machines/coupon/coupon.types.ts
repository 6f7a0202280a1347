import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';

export type CouponInput = {
  token: string;
  /** Unique beginning of the idempotency keys. */
  seed: string;
};

export type CouponContext = CouponInput & {
  /** The order with its total after the last change; null before one. */
  order: Order | null;
  /** Counts presses: a new key for each. */
  turn: number;
  /** The code being applied or taken away. */
  code: string;
  /** Why the last code did not count, said next to it. */
  note: FailureNote | null;
};

export type CouponEvent =
  | { type: 'coupon.apply'; code: string }
  | { type: 'coupon.remove'; code: string }
  | DoneActorEvent<Order, 'applyCoupon' | 'removeCoupon'>
  | ErrorActorEvent;

/** The coupon's chart ends only with the order it belongs to. */
export type CouponOutput = { failure: FailureNote | null };

export type ChangeInput = { token: string; code: string; remove: boolean; key: string };
