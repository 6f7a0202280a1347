import type { Adapter } from '#server/payments/providers/adapter.ts';
import type { StripeOptions } from './accounts.ts';
import { createStripeAdapter } from './adapter.ts';

/**
 * Cards without an identity check: a payment whose bank requires one is declined (docs/payments.md#stripe-payments, "legacy").
 */
export const createStripe = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }) => ({ payment_method: token ?? '', error_on_requires_action: true }),
  });
