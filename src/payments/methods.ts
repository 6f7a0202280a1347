import type { Method } from '#src/domain/payment.ts';
import { alipay } from './alipay.ts';
import { free } from './free.ts';
import { gmo } from './gmo.ts';
import { gmoPaypay } from './gmo-paypay.ts';
import type { MethodModule } from './method.ts';
import { softbankCredit } from './softbank-credit.ts';
import { softbankAlipay, softbankPaypay } from './softbank-wallets.ts';
import { stripe } from './stripe.ts';
import { stripeSecure } from './stripe-secure.ts';

/** One file per method identifier (docs/architecture.md#rooms). */
export const methodModules: Record<Method, MethodModule> = {
  gmo,
  gmo_paypay: gmoPaypay,
  alipay,
  stripe,
  stripe_secure: stripeSecure,
  softbank_credit: softbankCredit,
  softbank_alipay: softbankAlipay,
  softbank_paypay: softbankPaypay,
  free,
};
