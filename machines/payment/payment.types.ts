import type { DoneActorEvent, ErrorActorEvent, SnapshotFrom } from 'xstate';
import type { couponMachine } from '#machines/coupon/coupon.machine.ts';
import type { CouponOutput } from '#machines/coupon/coupon.types.ts';
import type { PaymentToken } from '#src/domain/checkout.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import type { Method } from '#src/domain/payment.ts';

export type PaymentInput = {
  token: string;
  order: Order | null;
  method: Method | null;
  /** Why the visitor is back on this page, shown at its top (payment_api_failure). */
  failure: FailureDetails | null;
};

export type PaymentContext = PaymentInput & { payment: PaymentToken | null };

export type CouponSnapshot = SnapshotFrom<typeof couponMachine>;

export type PaymentEvent =
  | { type: 'method.choose'; method: Method }
  /** `method`: the one chosen among those that are offered now; the total may have become too small for the earlier one. */
  | { type: 'payment.submit'; method: Method | null }
  | { type: 'xstate.snapshot.coupon'; snapshot: CouponSnapshot }
  | DoneActorEvent<CouponOutput, 'coupon'>
  | DoneActorEvent<PaymentToken, 'takeToken'>
  | ErrorActorEvent;

/** `payment` and `method` if the step is done, otherwise the failure that ended it. */
export type PaymentOutput = {
  method: Method | null;
  payment: PaymentToken | null;
  order: Order | null;
  failure: FailureDetails | null;
};

export type TokenInput = { method: Method | null };
