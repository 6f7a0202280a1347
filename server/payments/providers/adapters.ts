import { type Adapter, type Adapters, nothing, type Outcome } from './adapter.ts';
import { createGmo } from './gmo/card.ts';
import { createGmoPaypay } from './gmo/paypay.ts';
import type { Providers } from './options.ts';
import { createSoftbankCredit } from './softbank/credit.ts';
import { createSoftbankLink } from './softbank/link.ts';
import { createAlipay, createStripe, createStripeSecure } from './stripe/methods.ts';

const paid: Outcome = { kind: 'paid', providerId: null, amount: 0, currency: 'jpy' };

/** Nothing to pay: the total is 0, which `begin.ts` checks, and `settle.ts` again before an outcome is applied. */
const free: Adapter = {
  start: async () => paid,
  poll: async () => paid,
  cancel: async () => ({ kind: 'cancelled', providerId: null }),
  refund: async () => true,
  readLedger: async () => nothing,
};

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
