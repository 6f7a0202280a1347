import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';
import type { couponMachine } from '#machines/coupon/coupon.machine.ts';
import type { PageTypes } from '#machines/shared/screens.ts';
import { withFailure } from '#machines/shared/stored.types.ts';
import { type PaymentToken, PaymentTokenSchema } from '#src/domain/checkout.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { type Method, MethodSchema } from '#src/domain/payment.ts';

export const PaymentContextSchema = v.object({
  ...withFailure,
  token: v.string(),
  order: v.nullable(OrderSchema),
  method: v.nullable(MethodSchema),
  payment: v.nullable(PaymentTokenSchema),
});
export type PaymentContext = v.InferOutput<typeof PaymentContextSchema>;

export type CouponSnapshot = SnapshotFrom<typeof couponMachine>;

/** `payment` and `method` if the step is done, otherwise the failure that ended it. */
export type PaymentOutput = Pick<PaymentContext, 'method' | 'payment' | 'order' | 'failure'>;

export type Authorised = { method: Method; payment: PaymentToken };
export type TokenInput = { method: Method | null };

export type PaymentTypes = PageTypes & {
  context: PaymentContext;
  events:
    | { type: 'method.choose'; method: Method }
    /** `method`: the method shown as chosen (docs/product.md#payment-offer); null if the chosen one is no longer offered. */
    | { type: 'payment.submit'; method: Method | null }
    /** The visitor agreed to pay in the sheet of an express wallet, whose token is of this method. */
    | { type: 'sheet.confirmed'; method: Method; payment: PaymentToken }
    /** Such a sheet ended otherwise. */
    | { type: 'sheet.closed'; failure: FailureDetails }
    | { type: 'xstate.snapshot.coupon'; snapshot: CouponSnapshot };
  /** `failure`: why the visitor is back on this page, shown at its top (payment_api_failure). */
  input: Pick<PaymentContext, 'token' | 'order' | 'method' | 'failure'>;
  output: PaymentOutput;
  children: { takeToken: 'takeToken'; coupon: 'coupon' };
};
