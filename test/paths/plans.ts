import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import type { MachineName } from '#machines/index.ts';
import { appPlan } from './plans/app.ts';
import { cataloguePlan } from './plans/catalogue.ts';
import { changeDatePlan } from './plans/change-date.ts';
import { checkoutPlan } from './plans/checkout.ts';
import { correctionPlan } from './plans/correction.ts';
import { couponPlan } from './plans/coupon.ts';
import { dialogPlan } from './plans/dialog.ts';
import { holdPlan } from './plans/hold.ts';
import { inquiryPlan } from './plans/inquiry.ts';
import { mailReleasePlan } from './plans/mail-release.ts';
import { orderPlan } from './plans/order.ts';
import { paymentPlan } from './plans/payment.ts';
import { purchasePlan } from './plans/purchase.ts';
import { queuePlan } from './plans/queue.ts';
import { receiptPlan } from './plans/receipt.ts';
import { revokePlan } from './plans/revoke.ts';
import { sendPlan } from './plans/send.ts';
import { sharePlan } from './plans/share.ts';
import { signagePlan } from './plans/signage.ts';
import { ticketPlan } from './plans/ticket.ts';
import { toastPlan } from './plans/toast.ts';

/**
 * How each chart of the store is explored: the outcomes of its actors, the payloads of visitors' events, and what distinguishes
 * states. The compiler requires a row for each chart.
 */
export const plans = {
  app: appPlan,
  purchase: purchasePlan,
  order: orderPlan,
  hold: holdPlan,
  payment: paymentPlan,
  coupon: couponPlan,
  correction: correctionPlan,
  checkout: checkoutPlan,
  queue: queuePlan,
  dialog: dialogPlan,
  toast: toastPlan,
  catalogue: cataloguePlan,
  ticket: ticketPlan,
  receipt: receiptPlan,
  share: sharePlan,
  send: sendPlan,
  revoke: revokePlan,
  'change-date': changeDatePlan,
  inquiry: inquiryPlan,
  'mail-release': mailReleasePlan,
  signage: signagePlan,
} satisfies Record<MachineName, Plan>;

/** The plan of a chart by its id; an empty one without a row. */
export const planOf = (id: string): Plan => Object.entries<Plan>(plans).find(([name]) => name === id)?.[1] ?? {};
