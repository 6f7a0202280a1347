import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { inTime, loadScript } from '#src/scripts/load-script.ts';
import type { PaymentSettings } from './settings.ts';

const start = async ({ stripeKey, sandboxUrl }: PaymentSettings): Promise<Stripe> => {
  // the stand-in defines window.Stripe, which the provider's own loader then uses as it is
  if (sandboxUrl) await loadScript(`${sandboxUrl}/sandbox/stripe.js`);
  const stripe = await inTime(loadStripe(stripeKey));
  if (!stripe) throw new Error('There is no Stripe outside a page');
  return stripe;
};

let running: Promise<Stripe> | null = null;

/** Stripe.js, one instance for the page; may be asked for again after a failure. Throws Failure script_blocked. */
export const openStripe = (settings: PaymentSettings): Promise<Stripe> => {
  running ??= start(settings).catch((failure: unknown) => {
    running = null;
    throw failure;
  });
  return running;
};
