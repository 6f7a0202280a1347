import type { MethodModule } from './method.ts';

/** Cards without 3-D Secure: a bank that requires it declines the payment (docs/payments.md#stripe-payments). */
export const stripe: MethodModule = { needsForm: true };
