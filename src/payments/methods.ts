import type { Method } from '#src/domain/payment.ts';
import type { MethodModule } from './method.ts';
import { openStripe } from './stripe-script.ts';

const form: MethodModule = { needsForm: true };
/** Nothing to fill in: the visitor pays on the provider's page, or nothing at all. */
const formless: MethodModule = { needsForm: false };

/** Each method's needs of the page (docs/payments.md). */
export const methodModules: Record<Method, MethodModule> = {
  /* 3-D Secure uses a separate page of the bank, so there is no challenge here. */
  gmo: form,
  gmo_paypay: formless,
  alipay: formless,
  /* A bank that requires 3-D Secure declines the payment. */
  stripe: form,
  stripe_secure: {
    ...form,
    challenge: async (clientSecret, settings) => {
      const stripe = await openStripe(settings);
      // Whether it failed, was closed or is no longer required: the server is queried anyway.
      await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
    },
  },
  softbank_credit: form,
  softbank_alipay: formless,
  softbank_paypay: formless,
  free: formless,
};
