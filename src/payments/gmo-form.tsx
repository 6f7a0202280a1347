import { gmoTaker } from './gmo-token.ts';
import type { MethodFormProps } from './method.ts';
import { TypedCardForm } from './typed-card-form.tsx';

/** The card fields of `gmo`. */
export function GmoForm({ today, blocked }: MethodFormProps) {
  return <TypedCardForm method="gmo" taker={gmoTaker} today={today} blocked={blocked} />;
}
