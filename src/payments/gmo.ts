import type { MethodModule } from './methods.ts';

/** Cards by GMO's token; the bank's identity check is a page of its own, so there is none in ours (docs/payments.md#gmo-payment-gateway). */
export const gmo: MethodModule = { needsForm: true };
