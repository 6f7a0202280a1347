import type { MethodModule } from './methods.ts';
import { openStripe } from './stripe-script.ts';

/** Cards by PaymentIntent, with the bank's identity check in the page (docs/payments.md#stripe-payments). */
export const stripeSecure: MethodModule = {
  needsForm: true,
  challenge: async (clientSecret, settings) => {
    const stripe = await openStripe(settings);
    // refused, closed or not needed any more: the server is asked in any case
    await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
  },
};
