import type { MethodFormProps } from './method.ts';
import { softbankTaker } from './softbank-token.ts';
import { TypedCardForm } from './typed-card-form.tsx';

/** The card fields of `softbank_credit`, whose provider needs no name. */
export function SoftbankCreditForm({ today, blocked }: MethodFormProps) {
  return <TypedCardForm method="softbank_credit" taker={softbankTaker} today={today} blocked={blocked} nameless />;
}
