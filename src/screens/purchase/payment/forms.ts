import { type ComponentType, lazy } from 'react';
import type { Method } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import type { MethodFormProps } from '#src/payments/method.ts';
import { AlipayForm, PaypayForm } from '#src/payments/wallet-forms.tsx';

/** Card forms, which load their provider's script. */
const cardForms = {
  gmo: async () => ({ default: (await import('#src/payments/gmo-form.tsx')).GmoForm }),
  stripe: async () => ({ default: (await import('#src/payments/stripe-forms.tsx')).StripeForm }),
  stripe_secure: async () => ({ default: (await import('#src/payments/stripe-forms.tsx')).StripeSecureForm }),
  softbank_credit: async () => ({
    default: (await import('#src/payments/softbank-credit-form.tsx')).SoftbankCreditForm,
  }),
};

/** Preloads the card forms of available methods; offline each is loaded when its method is chosen. */
export const fetchForms = (methods: readonly Method[]): void => {
  if (!navigator.onLine) return;
  const forms = Object.entries(cardForms).filter(([method]) => methods.some((one) => one === method));
  for (const [, load] of forms) load().catch(() => undefined);
};

/** The form of each method, a card form loaded when it is chosen; null if there is nothing to fill in. */
export const methodForms: Record<Method, ComponentType<MethodFormProps> | null> = {
  gmo: lazy(() => within(cardForms.gmo())),
  gmo_paypay: PaypayForm,
  alipay: AlipayForm,
  stripe: lazy(() => within(cardForms.stripe())),
  stripe_secure: lazy(() => within(cardForms.stripe_secure())),
  softbank_credit: lazy(() => within(cardForms.softbank_credit())),
  softbank_alipay: AlipayForm,
  softbank_paypay: PaypayForm,
  free: null,
};
