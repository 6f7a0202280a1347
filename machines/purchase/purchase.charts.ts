import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { holdMachine } from '#machines/hold/hold.machine.ts';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import { later } from '#machines/shared/later.ts';

/** Children that a purchase has from its first hold on; whoever brings an order brings them too (machines/paying.ts). */
export const charts = {
  hold: later<typeof holdMachine>('hold'),
  payment: later<typeof paymentMachine>('payment'),
  checkout: later<typeof checkoutMachine>('checkout'),
};
