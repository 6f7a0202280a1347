import type { MethodModule } from './methods.ts';

/** Alipay by Stripe: nothing to fill in, the visitor pays on Alipay's page (payments.md §3.2). */
export const alipay: MethodModule = { needsForm: false };
