import type { MethodModule } from './method.ts';

/** Cards by the one-time token of SB Payment Service (docs/payments.md#sbps-token-script). */
export const softbankCredit: MethodModule = { needsForm: true };
