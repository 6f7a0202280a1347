import type { Adapters } from './adapter.ts';
import { free } from './free.ts';
import { createStripeSecure, type StripeOptions } from './stripe-secure.ts';

/** One row per method of SPEC §4; the compiler counts them. */
export const createAdapters = (stripe: StripeOptions): Adapters => ({
  gmo: undefined,
  gmo_paypay: undefined,
  alipay: undefined,
  stripe: undefined,
  stripe_secure: createStripeSecure(stripe),
  softbank_credit: undefined,
  softbank_alipay: undefined,
  softbank_paypay: undefined,
  free,
});
