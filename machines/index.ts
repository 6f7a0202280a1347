import { appMachine } from './app/app.machine.ts';
import { catalogueMachine } from './catalogue/catalogue.machine.ts';
import { changeDateMachine } from './change-date/change-date.machine.ts';
import { checkoutMachine } from './checkout/checkout.machine.ts';
import { correctionMachine } from './correction/correction.machine.ts';
import { couponMachine } from './coupon/coupon.machine.ts';
import { dialogMachine } from './dialog/dialog.machine.ts';
import { holdMachine } from './hold/hold.machine.ts';
import { inquiryMachine } from './inquiry/inquiry.machine.ts';
import { mailReleaseMachine } from './mail-release/mail-release.machine.ts';
import { orderMachine } from './order/order.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { purchaseMachine } from './purchase/purchase.machine.ts';
import { queueMachine } from './queue/queue.machine.ts';
import { receiptMachine } from './receipt/receipt.machine.ts';
import { revokeMachine } from './revoke/revoke.machine.ts';
import { sendMachine } from './send/send.machine.ts';
import { shareMachine } from './share/share.machine.ts';
import { signageMachine } from './signage/signage.machine.ts';
import { ticketMachine } from './ticket/ticket.machine.ts';
import { toastMachine } from './toast/toast.machine.ts';

/** Every machine by its id: drawings, rules and walks go through this table. */
export const machines = {
  app: appMachine,
  purchase: purchaseMachine,
  order: orderMachine,
  hold: holdMachine,
  payment: paymentMachine,
  checkout: checkoutMachine,
  queue: queueMachine,
  correction: correctionMachine,
  coupon: couponMachine,
  toast: toastMachine,
  dialog: dialogMachine,
  catalogue: catalogueMachine,
  ticket: ticketMachine,
  receipt: receiptMachine,
  share: shareMachine,
  send: sendMachine,
  revoke: revokeMachine,
  'change-date': changeDateMachine,
  inquiry: inquiryMachine,
  'mail-release': mailReleaseMachine,
  signage: signageMachine,
} as const;
export type MachineName = keyof typeof machines;
