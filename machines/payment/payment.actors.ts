import { fromPromise } from 'xstate';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { within } from '#src/domain/within.ts';
import type { TokenInput } from './payment.types.ts';

/** Requests the provider's token from the visible card form (docs/payments.md#card-data). Throws a Failure that the visitor can correct. */
export const takeToken = fromPromise<PaymentToken, TokenInput>(async ({ input }) => {
  const { takeTokenFrom } = await within(import('#src/payments/payment-session.ts'));
  return takeTokenFrom(input.method);
});
