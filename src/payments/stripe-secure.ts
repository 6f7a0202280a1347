import type { MethodModule } from './method.ts';
import { openStripe } from './stripe-script.ts';

/** Cards by PaymentIntent, with 3-D Secure in the page (docs/payments.md#stripe-payments). */
export const stripeSecure: MethodModule = {
  needsForm: true,
  challenge: async (clientSecret, settings) => {
    const stripe = await openStripe(settings);
    // Whether it failed, was closed or is no longer required: the server is queried anyway.
    await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
  },
};
