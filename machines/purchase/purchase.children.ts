import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { holdMachine } from '#machines/hold/hold.machine.ts';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import { later } from '#machines/shared/later.ts';
import { cancelOrder, putCustomer, readOrder, sendOrderMail } from './purchase.actors.ts';

/** What a purchase runs beside the order page. Its charts come with its first hold: whoever brings an order brings them too (machines/paying.ts). */
export const children = {
  hold: later<typeof holdMachine>('hold'),
  payment: later<typeof paymentMachine>('payment'),
  checkout: later<typeof checkoutMachine>('checkout'),
  putCustomer,
  sendOrderMail,
  readOrder,
  cancelOrder,
};
