import { fromPromise } from 'xstate';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { within } from '#src/domain/within.ts';
import type { TokenInput } from './payment.types.ts';

/** Asks the card form that is on screen for the provider's token (docs/payments.md#card-data). Throws Failure the visitor can mend. */
export const takeToken = fromPromise<PaymentToken, TokenInput>(async ({ input }) => {
  const { takeTokenFrom } = await within(import('#src/payments/payment-session.ts'));
  return takeTokenFrom(input.method);
});
