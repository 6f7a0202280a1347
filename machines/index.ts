import { appMachine } from './app/app.machine.ts';
import { catalogueMachine } from './catalogue/catalogue.machine.ts';
import { checkoutMachine } from './checkout/checkout.machine.ts';
import { dialogMachine } from './dialog/dialog.machine.ts';
import { holdMachine } from './hold/hold.machine.ts';
import { orderMachine } from './order/order.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { purchaseMachine } from './purchase/purchase.machine.ts';
import { ticketMachine } from './ticket/ticket.machine.ts';
import { toastMachine } from './toast/toast.machine.ts';

/** Every chart by its id: drawings, grammar and walks go through this table. */
export const machines = {
  app: appMachine,
  purchase: purchaseMachine,
  order: orderMachine,
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
  toast: toastMachine,
  dialog: dialogMachine,
  catalogue: catalogueMachine,
  ticket: ticketMachine,
} as const;
export type MachineName = keyof typeof machines;
