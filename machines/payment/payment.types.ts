import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import type { Method, PaymentToken } from '#src/domain/payment.ts';

export type PaymentInput = {
  token: string;
  order: Order | null;
  method: Method | null;
  /** Why the visitor is back here, said on top (payment_api_failure). */
  note: FailureNote | null;
  seed: string;
};

export type PaymentContext = PaymentInput & {
  turn: number;
  /** Coupon code being applied or taken away. */
  coupon: { code: string; remove: boolean } | null;
  payment: PaymentToken | null;
};

export type PaymentEvent =
  | { type: 'method.choose'; method: Method }
  | { type: 'coupon.apply'; code: string }
  | { type: 'coupon.remove'; code: string }
  | { type: 'payment.submit' }
  | DoneActorEvent<Order, 'changeCoupon'>
  | DoneActorEvent<PaymentToken, 'takeToken'>
  | ErrorActorEvent;

/** `payment` and `method` where the step is done, otherwise the failure that ended it. */
export type PaymentOutput = {
  method: Method | null;
  payment: PaymentToken | null;
  order: Order | null;
  failure: FailureNote | null;
};

export type TokenInput = { method: Method | null };
export type CouponInput = { token: string; code: string; remove: boolean; key: string };
