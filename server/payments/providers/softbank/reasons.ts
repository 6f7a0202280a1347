import { type Refused, reasonsByCode } from '#server/payments/providers/adapter.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { SoftbankAnswer } from './client.ts';

/** By the two digits for the kind of error, after the three for the method (docs/payments.md#sbps-api); others are refused. */
const reasons = reasonsByCode({
  wrong_input: ['03', '04', '05', '07', '24', '27', '61'],
  try_later: ['21', '96'],
  funds_or_limit: ['22'],
});

/** Method digits of errors that are not about the payment: network, settings, the provider's system. */
const common = '999';

/**
 * Maps `res_err_code`, eight characters, to one of the five reasons that visitors can act on; errors that no card causes are
 * worth another try later.
 */
export const softbankReasonOf = (code: string): DeclineReason => {
  if (!/^\w{8}$/.test(code) || code.startsWith(common) || code.slice(3, 5) === '99') return 'try_later';
  return reasons.get(code.slice(3, 5)) ?? 'refused';
};

/** Whether the named payment does not exist (kind 07, a wrong value, of the only value the request names). */
export const isUnknown = (code: string): boolean => code.slice(3, 5) === '07';

/** Whether an order or a request was sent before, which leaves its outcome open. */
export const isRepeated = (code: string): boolean => code.slice(3, 5) === '96';

/** Whether a refund was made, even by an earlier call. `refused`: it is refused for good; false: the same call may work later. */
export const refundOf = (answer: SoftbankAnswer): boolean | Refused => {
  if (answer.kind !== 'ng') return answer.kind === 'ok';
  return isRepeated(answer.code) || (softbankReasonOf(answer.code) !== 'try_later' && { refused: answer.code });
};
