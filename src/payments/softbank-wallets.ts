import type { MethodModule } from './methods.ts';

/** PayPay by SB Payment Service: nothing to fill in, the visitor pays on their page (payments.md §2.3). */
export const softbankPaypay: MethodModule = { needsForm: false };

/** Alipay by SB Payment Service, in the same way. */
export const softbankAlipay: MethodModule = { needsForm: false };
