import type { Adapter } from '#server/payments/providers/adapter.ts';
import type { StripeOptions } from './accounts.ts';
import { createStripeAdapter } from './adapter.ts';

/** Cards with the bank's identity check in the page (docs/payments.md#stripe-payments). */
export const createStripeSecure = (options: StripeOptions): Adapter =>
  createStripeAdapter(options, {
    type: 'card',
    confirmation: ({ token }, { returnUrl }) => ({ confirmation_token: token ?? '', return_url: returnUrl }),
  });
