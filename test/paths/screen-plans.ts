import { looksAt, type Plans } from '@ticket-store/chart-tools/explore/plan.ts';
import { customer } from './answers.ts';
import { languages, purchasePages, rows, where, withCases } from './plan-rows.ts';
import { soldOutMonths } from './plans/order.ts';
import { plans } from './plans.ts';
import { pagesOfApp, widePlans } from './wide-plans.ts';

/**
 * The wide plans as far as screens go: a visitor's event where a control offers it, and an address that is not open yet. Behind
 * another page a payment goes on by itself.
 */
export const screenPlans: Plans = {
  ...widePlans,
  'change-date': plans['change-date'],
  order: withCases(plans.order, soldOutMonths),
  inquiry: withCases(plans.inquiry, {
    'draft.kept': rows('inquiry', (s) =>
      where(!s.matches('sent'), { form: 'inquiry', fields: { email: customer.email } }),
    ),
  }),
  // Its controls are disabled while the provider is queried.
  payment: {
    ...plans.payment,
    looks: { coupon: (snapshot) => (snapshot.matches('tokenising') ? [] : looksAt(plans.payment, 'coupon', snapshot)) },
  },
  app: {
    ...plans.app,
    cases: {
      ...pagesOfApp(false),
      'language.choose': (snapshot) => (snapshot.matches('signage') ? [] : languages(snapshot)),
    },
    looks: {
      purchase: (snapshot) => {
        if (snapshot.context.paying) return [(s) => !s.matches('checkout')];
        return snapshot.matches('purchase') ? [(s) => s.matches('checkout')] : [];
      },
    },
  },
  purchase: withCases(widePlans.purchase, {
    ...purchasePages,
    'language.choose': plans.purchase.cases?.['language.choose'] ?? [],
    'draft.kept': rows('purchase', (s) => [
      ...where(s.matches('sign-in'), { form: 'customer', fields: { fullname: 'H' } }),
      ...where(s.matches('payment'), { form: 'coupon', fields: { code: 'SPRING' } }),
    ]),
    'order.cancel': rows('purchase', (s) =>
      where(s.matches('sign-in') || s.matches('payment') || s.matches('confirm'), {}),
    ),
    'order.again': rows('purchase', (s) =>
      where(s.matches('complete') || s.matches('error') || s.matches('dead-link'), {}),
    ),
  }),
};
