import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { holdMachine } from '#machines/hold/hold.machine.ts';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import { later } from '#machines/shared/later.ts';
import { cancelOrder, putCustomer, readOrder, sendOrderMail } from './purchase.actors.ts';

/**
 * Child actors except the order page. `hold`, `payment` and `checkout` are lazy-loaded before the first order is placed
 * (machines/paying.ts).
 */
export const children = {
  hold: later<typeof holdMachine>('hold'),
  payment: later<typeof paymentMachine>('payment'),
  checkout: later<typeof checkoutMachine>('checkout'),
  putCustomer,
  sendOrderMail,
  readOrder,
  cancelOrder,
};
