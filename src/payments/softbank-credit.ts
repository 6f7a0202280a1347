import type { MethodModule } from './methods.ts';

/** Cards by the one-time token of SB Payment Service (payments.md §2.1). */
export const softbankCredit: MethodModule = { needsForm: true };
