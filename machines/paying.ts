import { checkoutMachine } from './checkout/checkout.machine.ts';
import { correctionMachine } from './correction/correction.machine.ts';
import { holdMachine } from './hold/hold.machine.ts';
import { fetchOrder, sendOrder } from './order/placed-order.actors.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { purchaseActions } from './purchase/purchase.actions.ts';
import { cancelOrder, putCustomer, sendOrderMail } from './purchase/purchase.actors.ts';
import { purchaseGuards } from './purchase/purchase.guards.ts';
import { queueMachine } from './queue/queue.machine.ts';

/** Machines that a purchase needs from its first order on, by their ids; loaded while the visitor chooses. */
export const paying = {
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
  queue: queueMachine,
  correction: correctionMachine,
} as const;

/** What a purchase runs from its first order on. */
export const payingActors = {
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
  correction: correctionMachine,
  putCustomer,
  sendOrderMail,
  cancelOrder,
} as const;

/** The calls about an order. */
export const orderCalls = { sendOrder, fetchOrder } as const;

/** What the order runs while it has to wait. */
export const orderActors = { queue: queueMachine } as const;

export { purchaseActions, purchaseGuards };
