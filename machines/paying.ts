import { checkoutMachine } from './checkout/checkout.machine.ts';
import { holdMachine } from './hold/hold.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { cancelOrder, putCustomer, sendOrderMail } from './purchase/purchase.actors.ts';

/** Machines that a purchase needs from its first hold on, by their ids; loaded while the visitor chooses. */
export const paying = {
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
} as const;

/** What a purchase runs from its first hold on. */
export const payingActors = { ...paying, putCustomer, sendOrderMail, cancelOrder } as const;
