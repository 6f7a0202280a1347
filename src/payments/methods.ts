import type { ReactNode } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { PaymentSettings } from './settings.ts';

/** What a payment method brings; its form component lives beside it and is loaded with the payment screen. */
export type MethodModule = {
  /** A card form must be on screen to give a token. */
  needsForm: boolean;
  /** The bank's identity check in the page; ends when it is over. */
  challenge?: (clientSecret: string, settings: PaymentSettings) => Promise<void>;
};

/** What every method's form component is given; it registers itself at the desk. */
export type MethodFormProps = {
  /** Total in yen. */
  amount: number;
  lang: Lang;
  /** Stands in the form's place while it loads. */
  waiting: ReactNode;
  /** Stands there when the provider's script cannot be loaded; `again` tries once more. */
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
