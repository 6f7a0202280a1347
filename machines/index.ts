import { appMachine } from './app/app.machine.ts';
import { catalogueMachine } from './catalogue/catalogue.machine.ts';
import { couponMachine } from './coupon/coupon.machine.ts';
import { dialogMachine } from './dialog/dialog.machine.ts';
import { orderMachine } from './order/order.machine.ts';
import { pages } from './pages.ts';
import { paying } from './paying.ts';
import { purchaseMachine } from './purchase/purchase.machine.ts';
import { toastMachine } from './toast/toast.machine.ts';

/** Every chart by its id: drawings, grammar and walks go through this table. */
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
