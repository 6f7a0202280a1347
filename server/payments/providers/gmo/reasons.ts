import { type Refused, reasonsByCode } from '#server/payments/providers/adapter.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';
import type { GmoAnswer } from './client.ts';

/** Prefixes of ErrInfo; the longest match applies (docs/payments.md#gmo-calls). */
const reasons = reasonsByCode({
  wrong_input: ['E01', '42G42', '42G44', '42G45', '42G65', '42G83'],
  // `no_shop` is of our client: no contract
  try_later: [
    ...['E01010', 'E01020', 'E01030', 'E01040', 'E01050', 'E01060', 'E01110'],
    ...['E11', 'E6', 'E9', 'M01', '42C', 'no_shop'],
  ],
  authentication: ['E21'],
  funds_or_limit: ['42G02', '42G03', '42G04', '42G05', '42G55'],
  refused: ['E11010099', 'E11010999', '42G'],
});
const beginnings = [...reasons.keys()].sort((one, other) => other.length - one.length);

/** The reason for the first error of GMO's list; unknown ones are "refused". */
export const gmoReasonOf = (infos: readonly string[]): DeclineReason => {
  const [first = ''] = infos;
  return reasons.get(beginnings.find((beginning) => first.startsWith(beginning)) ?? '') ?? 'refused';
};

const has = (infos: readonly string[], codes: readonly string[]): boolean => infos.some((info) => codes.includes(info));

/** The OrderID exists: this attempt was sent before. */
export const isUsed = (infos: readonly string[]): boolean => has(infos, ['E01040010', 'M01004010']);

/** There is no transaction with that OrderID. */
export const isMissing = (infos: readonly string[]): boolean => has(infos, ['E01110002', 'M01004002']);

/** The error leaves the effect of the call open: sent twice, settled already, system fault, too busy. */
export const isOpen = (infos: readonly string[]): boolean =>
  has(infos, ['E11010001', 'M01004014']) || infos.some((info) => /^(E9|42C)/.test(info));

/** The card company or its identity check refused: final. */
export const isCardCompany = (infos: readonly string[]): boolean => infos.some((info) => /^(42G|E21)/.test(info));

/** A refund that GMO refuses for good; false where the same call may work later: no answer, system fault, too busy, our settings. */
export const refusalOf = (answer: GmoAnswer): Refused | false => {
  const isFinal = answer.kind === 'error' && !answer.infos.some((info) => /^(E6|E9|42C|no_shop)/.test(info));
  return isFinal && { refused: answer.infos.join(' ') };
};
