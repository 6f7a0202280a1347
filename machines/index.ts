import { appMachine } from './app/app.machine.ts';
import { catalogueMachine } from './catalogue/catalogue.machine.ts';
import { couponMachine } from './coupon/coupon.machine.ts';
import { dialogMachine } from './dialog/dialog.machine.ts';
import { orderMachine } from './order/order.machine.ts';
import { pages } from './pages.ts';
import { orderActors, orderCalls, paying, payingActors, purchaseActions, purchaseGuards } from './paying.ts';
import { purchaseMachine } from './purchase/purchase.machine.ts';
import { addPages, addPaying } from './shared/lazy-machines.ts';
import { toastMachine } from './toast/toast.machine.ts';

addPaying({ orderActors, orderCalls, payingActors, purchaseActions, purchaseGuards });
addPages(pages);

/** Every machine by its id: drawings, rules and walks go through this table. */
export const machines = {
  app: appMachine,
  purchase: purchaseMachine,
  order: orderMachine,
  ...paying,
  coupon: couponMachine,
  toast: toastMachine,
  dialog: dialogMachine,
  catalogue: catalogueMachine,
  ...pages,
} as const;
export type MachineName = keyof typeof machines;
