import type { MethodModule } from './method.ts';

/** PayPay through SB Payment Service: no form, the visitor pays on their page (docs/payments.md#sbps-wallets). */
export const softbankPaypay: MethodModule = { needsForm: false };

/** Alipay through SB Payment Service, in the same way. */
export const softbankAlipay: MethodModule = { needsForm: false };
