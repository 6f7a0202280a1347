import type { MethodModule } from './method.ts';

/**
 * Cards by GMO's token; 3-D Secure uses a separate page of the bank, so there is no challenge here
 * (docs/payments.md#gmo-payment-gateway).
 */
export const gmo: MethodModule = { needsForm: true };
