import type { DeclineReason } from '#src/domain/payment.ts';

/** By the two digits for the kind of error, after the three for the method (docs/payments.md#sbps-api). */
const rows: ReadonlyMap<string, DeclineReason> = new Map([
  ['03', 'wrong_input'],
  ['04', 'wrong_input'],
  ['05', 'wrong_input'],
  ['07', 'wrong_input'],
  ['20', 'refused'],
  ['21', 'try_later'],
  ['22', 'funds_or_limit'],
  ['23', 'refused'],
  ['24', 'wrong_input'],
  ['25', 'refused'],
  ['26', 'refused'],
  ['27', 'wrong_input'],
  ['36', 'refused'],
  ['61', 'wrong_input'],
  ['96', 'try_later'],
]);

/** The method digits of faults that are not the payment's: our line, our settings, their system. */
const common = '999';

/**
 * In: `res_err_code`, eight characters. Out: one of the five words a visitor can act on; a fault that is nobody's card is
 * worth another try later.
 */
export const softbankReasonOf = (code: string): DeclineReason => {
  if (!/^\w{8}$/.test(code) || code.startsWith(common) || code.slice(3, 5) === '99') return 'try_later';
  return rows.get(code.slice(3, 5)) ?? 'refused';
};

/** Whether what a request named is not in their book (kind 07, a wrong value, of the only value it names). */
export const isUnknown = (code: string): boolean => code.slice(3, 5) === '07';

/** Whether an order or a request was sent before: that says nothing of what became of it. */
export const isRepeated = (code: string): boolean => code.slice(3, 5) === '96';
