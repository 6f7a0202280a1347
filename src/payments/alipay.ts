import type { MethodModule } from './methods.ts';

/** Alipay through Stripe: no form, the visitor pays on Alipay's page (docs/payments.md#stripe-payments). */
export const alipay: MethodModule = { needsForm: false };
