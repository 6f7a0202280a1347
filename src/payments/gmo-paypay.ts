import type { MethodModule } from './method.ts';

/** PayPay through GMO: no form, the visitor pays on PayPay's page (docs/payments.md#gmo-paypay). */
export const gmoPaypay: MethodModule = { needsForm: false };
