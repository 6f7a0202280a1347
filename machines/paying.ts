import { checkoutMachine } from './checkout/checkout.machine.ts';
import { holdMachine } from './hold/hold.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { bring } from './shared/later.ts';

/** Charts that a purchase needs from its first hold on, by their ids: they come while the visitor chooses. */
export const paying = {
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
} as const;

bring(paying);
