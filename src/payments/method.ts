import type { ReactNode } from 'react';
import type { Lang } from '#src/domain/lang.ts';

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
