import type { MethodModule } from './methods.ts';

/** PayPay by GMO: nothing to fill in, the visitor pays on PayPay's page (payments.md §1.5). */
export const gmoPaypay: MethodModule = { needsForm: false };
