import { type ComponentType, lazy } from 'react';
import type { Method } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import { GmoPaypayForm } from '#src/payments/gmo-paypay-form.tsx';
import { type MethodFormProps, methodModules } from '#src/payments/methods.ts';
import { SoftbankAlipayForm, SoftbankPaypayForm } from '#src/payments/softbank-wallet-forms.tsx';

const stripeSecure = async () => ({
  default: (await import('#src/payments/stripe-forms.tsx')).StripeSecureForm,
});

const stripe = async () => ({ default: (await import('#src/payments/stripe-forms.tsx')).StripeForm });
const gmo = async () => ({ default: (await import('#src/payments/gmo-form.tsx')).GmoForm });
const softbankCredit = async () => ({
  default: (await import('#src/payments/softbank-credit-form.tsx')).SoftbankCreditForm,
});

/** Preloads forms and modules of available methods; offline each is loaded when its method is chosen. */
export const fetchForms = (methods: readonly Method[]): void => {
  if (!navigator.onLine) return;
  for (const method of methods) methodModules[method]().catch(() => undefined);
  if (methods.includes('stripe_secure')) stripeSecure().catch(() => undefined);
  if (methods.includes('stripe')) stripe().catch(() => undefined);
  if (methods.includes('gmo')) gmo().catch(() => undefined);
  if (methods.includes('softbank_credit')) softbankCredit().catch(() => undefined);
};

/** The form of each method, loaded when it is chosen; null if there is nothing to fill in. */
export const methodForms: Record<Method, ComponentType<MethodFormProps> | null> = {
  gmo: lazy(() => within(gmo())),
  gmo_paypay: GmoPaypayForm,
  /* The text is the same for every provider. */
  alipay: SoftbankAlipayForm,
  stripe: lazy(() => within(stripe())),
  stripe_secure: lazy(() => within(stripeSecure())),
  softbank_credit: lazy(() => within(softbankCredit())),
  softbank_alipay: SoftbankAlipayForm,
  softbank_paypay: SoftbankPaypayForm,
  free: null,
};
