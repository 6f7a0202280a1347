import type { Corrected, CorrectionContext } from './correction.types.ts';

export const nothingTyped = { email: '' };

/** Whether this browser paid, and the address was not confirmed by a mail or invited: the server decides the same. */
export const isCorrectable = ({ context: { completion, site } }: { context: CorrectionContext }): boolean =>
  !!completion?.reservation_token && !site.mailConfirm && !site.onlyMail;

/** The completion with the corrected address, and the new link. */
export const withCorrected = ({ completion }: CorrectionContext, corrected: Corrected) => ({
  completion: completion && { ...completion, ...corrected },
  outcome: corrected.reservation_token === completion?.reservation_token ? ('mailed' as const) : ('replaced' as const),
  typed: nothingTyped,
  failure: null,
});
