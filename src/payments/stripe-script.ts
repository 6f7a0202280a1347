import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { inTime, loadScript } from '#src/scripts/load-script.ts';
import type { PaymentSettings } from './settings.ts';

type StripeSettings = Pick<PaymentSettings, 'stripeKey' | 'sandboxUrl'>;

/** The script of the release that @stripe/stripe-js is made for. The package could load it, but without a TrustedScriptURL. */
const script = 'https://js.stripe.com/endive/stripe.js';

const start = async ({ stripeKey, sandboxUrl }: StripeSettings): Promise<Stripe> => {
  // The script defines window.Stripe, which @stripe/stripe-js then uses.
  await loadScript(sandboxUrl ? `${sandboxUrl}/sandbox/stripe.js` : script);
  const stripe = await inTime(loadStripe(stripeKey));
  if (!stripe) throw new Error('Stripe is only available in a browser');
  return stripe;
};

const instances = new Map<string, Promise<Stripe>>();

/** Stripe.js, one instance per key; can be retried after a failure. Throws Failure script_blocked. */
export const openStripe = (settings: StripeSettings): Promise<Stripe> => {
  const { stripeKey } = settings;
  const stripe =
    instances.get(stripeKey) ??
    start(settings).catch((failure: unknown) => {
      instances.delete(stripeKey);
      throw failure;
    });
  instances.set(stripeKey, stripe);
  return stripe;
};
