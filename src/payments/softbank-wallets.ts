import type { MethodModule } from './methods.ts';

/** PayPay by SB Payment Service: nothing to fill in, the visitor pays on their page (docs/payments.md#sbps-wallets). */
export const softbankPaypay: MethodModule = { needsForm: false };

/** Alipay by SB Payment Service, in the same way. */
export const softbankAlipay: MethodModule = { needsForm: false };
