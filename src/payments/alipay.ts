import type { MethodModule } from './method.ts';

/** Alipay through Stripe: no form, the visitor pays on Alipay's page (docs/payments.md#stripe-payments). */
export const alipay: MethodModule = { needsForm: false };
