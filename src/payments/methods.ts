import type { ReactNode } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { PaymentSettings } from './settings.ts';

/** A payment method's module; its form component is a separate file, loaded with the payment screen. */
export type MethodModule = {
  /** The token comes from a card form, which must be visible. */
  needsForm: boolean;
  /** 3-D Secure in the page; resolves when it ends. */
  challenge?: (clientSecret: string, settings: PaymentSettings) => Promise<void>;
};

/** Props of every method's form component, which registers itself with `registerForm`. */
export type MethodFormProps = {
  /** Total in yen. */
  amount: number;
  lang: Lang;
  /** The venue's day: a device's clock may be years off. */
  today: string;
  /** Shown while the form loads. */
  waiting: ReactNode;
  /** Shown if the provider's script cannot be loaded; `again` retries. */
  blocked: (again: () => void) => ReactNode;
};

/** One file per method identifier (docs/architecture.md#rooms). */
export const methodModules: Record<Method, () => Promise<MethodModule>> = {
  gmo: async () => (await import('./gmo.ts')).gmo,
  gmo_paypay: async () => (await import('./gmo-paypay.ts')).gmoPaypay,
  alipay: async () => (await import('./alipay.ts')).alipay,
  stripe: async () => (await import('./stripe.ts')).stripe,
  stripe_secure: async () => (await import('./stripe-secure.ts')).stripeSecure,
  softbank_credit: async () => (await import('./softbank-credit.ts')).softbankCredit,
  softbank_alipay: async () => (await import('./softbank-wallets.ts')).softbankAlipay,
  softbank_paypay: async () => (await import('./softbank-wallets.ts')).softbankPaypay,
  free: async () => (await import('./free.ts')).free,
};
