import { type ComponentType, lazy } from 'react';
import type { Method } from '#src/domain/payment.ts';
import type { MethodFormProps } from '#src/payments/methods.ts';

const stripeSecure = async () => ({
  default: (await import('#src/payments/stripe-secure-form.tsx')).StripeSecureForm,
});

/** Fetches the forms of methods that may be chosen; without a line each waits for its turn. */
export const fetchForms = (methods: readonly Method[]): void => {
  if (methods.includes('stripe_secure') && navigator.onLine) stripeSecure().catch(() => undefined);
};

/** The form of each method, loaded when it is chosen; null where nothing is to be filled in. */
export const methodForms: Record<Method, ComponentType<MethodFormProps> | null> = {
  gmo: null,
  gmo_paypay: null,
  alipay: null,
  stripe: null,
  stripe_secure: lazy(stripeSecure),
  softbank_credit: null,
  softbank_alipay: null,
  softbank_paypay: null,
  free: null,
};
