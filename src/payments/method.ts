import type { ReactNode } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import type { PaymentSettings } from './settings.ts';

/** A payment method's needs of the page; its form component is a separate file. */
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
