import type { Adapters } from './adapter.ts';
import { free } from './free.ts';
import { createGmo } from './gmo/card.ts';
import { createGmoPaypay } from './gmo/paypay.ts';
import type { Providers } from './options.ts';
import { createSoftbankCredit } from './softbank/credit.ts';
import { createSoftbankLink } from './softbank/link.ts';
import { createAlipay } from './stripe/alipay.ts';
import { createStripe } from './stripe/card.ts';
import { createStripeSecure } from './stripe/secure.ts';

/** Every method of docs/product.md#payment-methods has a row; the compiler checks that none is missing. */
export const createAdapters = ({ stripe, gmo, softbank }: Providers): Adapters => ({
  gmo: gmo ? createGmo(gmo) : undefined,
  gmo_paypay: gmo ? createGmoPaypay(gmo) : undefined,
  alipay: stripe ? createAlipay(stripe) : undefined,
  stripe: stripe ? createStripe(stripe) : undefined,
  stripe_secure: stripe ? createStripeSecure(stripe) : undefined,
  softbank_credit: softbank ? createSoftbankCredit(softbank) : undefined,
  softbank_alipay: softbank ? createSoftbankLink(softbank, 'alipay') : undefined,
  softbank_paypay: softbank ? createSoftbankLink(softbank, 'paypay') : undefined,
  free,
});
