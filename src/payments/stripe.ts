import type { MethodModule } from './methods.ts';

/** Cards without an identity check: a bank that wants one refuses the payment (docs/payments.md#stripe-payments). */
export const stripe: MethodModule = { needsForm: true };
