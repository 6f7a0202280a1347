import type { MethodModule } from './methods.ts';

/** PayPay by GMO: nothing to fill in, the visitor pays on PayPay's page (docs/payments.md#gmo-paypay). */
export const gmoPaypay: MethodModule = { needsForm: false };
