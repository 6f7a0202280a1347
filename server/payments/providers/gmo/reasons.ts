import type { Refused } from '#server/payments/providers/adapter.ts';
import type { DeclineReason } from '#src/domain/decline-reason.ts';

/** Prefixes of ErrInfo; the longest match applies (docs/payments.md#gmo-calls). */
const rows: Readonly<Record<string, DeclineReason>> = {
  E01: 'wrong_input',
  E01010: 'try_later',
  E01020: 'try_later',
  E01030: 'try_later',
  E01040: 'try_later',
  E01050: 'try_later',
  E01060: 'try_later',
  E01110: 'try_later',
  E11: 'try_later',
  E11010099: 'refused',
  E11010999: 'refused',
  E21: 'authentication',
  E6: 'try_later',
  E9: 'try_later',
  M01: 'try_later',
  '42C': 'try_later',
  '42G': 'refused',
  '42G02': 'funds_or_limit',
  '42G03': 'funds_or_limit',
  '42G04': 'funds_or_limit',
  '42G05': 'funds_or_limit',
  '42G55': 'funds_or_limit',
  '42G42': 'wrong_input',
  '42G44': 'wrong_input',
  '42G45': 'wrong_input',
  '42G65': 'wrong_input',
  '42G83': 'wrong_input',
  no_shop: 'try_later',
};
const beginnings = Object.keys(rows).sort((one, other) => other.length - one.length);

/** The reason for the first error of GMO's list; unknown ones are "refused". */
export const gmoReasonOf = (infos: readonly string[]): DeclineReason => {
  const [first = ''] = infos;
  return rows[beginnings.find((beginning) => first.startsWith(beginning)) ?? ''] ?? 'refused';
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
export const refusalOf = (
  answer: { kind: 'silence' | 'ok' } | { kind: 'error'; infos: readonly string[] },
): Refused | false => {
  const isFinal = answer.kind === 'error' && !answer.infos.some((info) => /^(E6|E9|42C|no_shop)/.test(info));
  return isFinal && { refused: answer.infos.join(' ') };
};
