import type { MethodModule } from './methods.ts';

/** Cards without an identity check: a bank that wants one refuses the payment (payments.md §3.2). */
export const stripe: MethodModule = { needsForm: true };
