import type { MachineName } from '#machines/index.ts';
import type { Plan } from '#test/tools/explore/plan.ts';
import { appPlan } from './plans/app.ts';
import { cataloguePlan } from './plans/catalogue.ts';
import { checkoutPlan } from './plans/checkout.ts';
import { dialogPlan } from './plans/dialog.ts';
import { holdPlan } from './plans/hold.ts';
import { orderPlan } from './plans/order.ts';
import { paymentPlan } from './plans/payment.ts';
import { purchasePlan } from './plans/purchase.ts';
import { ticketPlan } from './plans/ticket.ts';
import { toastPlan } from './plans/toast.ts';

/**
 * How each chart of the store is walked: the answers the world gives, what visitors do where a control lets them, and what
 * makes two places different. The compiler counts the rows.
 */
export const plans = {
  app: appPlan,
  purchase: purchasePlan,
  order: orderPlan,
  hold: holdPlan,
  payment: paymentPlan,
  checkout: checkoutPlan,
  dialog: dialogPlan,
  toast: toastPlan,
  catalogue: cataloguePlan,
  ticket: ticketPlan,
} satisfies Record<MachineName, Plan>;
