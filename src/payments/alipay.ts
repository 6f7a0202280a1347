import type { MethodModule } from './methods.ts';

/** Alipay by Stripe: nothing to fill in, the visitor pays on Alipay's page (docs/payments.md#stripe-payments). */
export const alipay: MethodModule = { needsForm: false };
