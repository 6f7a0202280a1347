import type { Case, Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { completion, customer, fails, orderReply, sheetClosed, walletCard } from '../answers.ts';
import { sheetPayment } from '../event-parts.ts';
import { by, customerOf, languages, purchasePages, rows, where } from '../plan-rows.ts';

/** The hold reports that the seats are lost, wherever they may be held. */
const lossOf =
  (code: FailureCode) =>
  ({ context, matches }: Parameters<Parameters<typeof rows<'purchase', Case>>[1]>[0]) =>
    where(context.token !== null && context.completion === null && !matches('checkout') && !matches('cancelling'), {
      failure: { code, unknown: false },
    });

/** The same reply a minute later: its hold has another deadline. */
const later = ({ output }: ReturnType<typeof orderReply>) => ({ output: { ...output, at: 60_000 } });
const mailed = { output: { sent_to: customer.email, at: 0 } };

export const purchasePlan: Plan = {
  limit: 8000,
  key: by('purchase', (c) => [
    [c.site.mailConfirm, c.site.onlyMail, c.changing],
    c.order && [c.order.price, c.order.status === 'expired', customerOf(c)],
    [
      c.choice.product !== null,
      c.payment && c.payment.wallet === undefined,
      c.agreed?.price,
      c.completion !== null,
      c.isRepricing,
    ],
    [c.token !== null, c.sentTo !== null, c.resendAt !== null, c.mailToken !== null, c.r !== null],
  ]),
  payload: (event) => {
    if (event.type !== 'sheet.ended') return '';
    return sheetPayment(event) ? 'agreed' : 'closed';
  },
  cases: {
    ...purchasePages,
    // A new language opens the page again, also that of a return which the order is read for.
    'language.choose': (snapshot) =>
      snapshot.matches('checkout') || snapshot.matches('resuming') ? [] : languages(snapshot),
    'draft.kept': rows('purchase', (s) =>
      where(s.matches({ 'sign-in': 'editing' }), { form: 'customer', fields: { fullname: 'H' } }),
    ),
    'order.cancel': rows('purchase', (s) => where(s.matches('payment'), {})),
    'order.again': rows('purchase', (s) => where(s.matches('complete') || s.matches('error'), {})),
    // Sent once, by a page that opens: its first state is `error` where only a mail leads on.
    'order.recalled': rows('purchase', ({ context: { token, completion, choice, failure, sentTo, site }, matches }) =>
      where(
        matches(site.onlyMail ? 'error' : 'order') &&
          [token, completion, choice.product, failure, sentTo].every((one) => one === null),
        { token: 'order-1' },
      ),
    ),
    // A payment that was chosen or agreed to stays, and the link of a confirmation mail may open in another browser.
    'sheet.ended': rows('purchase', ({ matches, context: { agreed, order, payment, site } }) =>
      where(
        matches({ 'sign-in': 'editing' }) &&
          order !== null &&
          payment === null &&
          agreed?.price !== order.price &&
          !site.mailConfirm,
        {
          sheet: {
            agreed: { paid: { method: 'stripe_secure', payment: walletCard }, price: order?.price },
            failure: null,
          },
        },
        { sheet: { agreed: null, failure: sheetClosed } },
      ),
    ),
    'customer.submit': [{ customer }],
    'step.change': rows('purchase', ({ context: { site, order } }) => [
      ...where(!site.onlyMail, { to: 'order' }, { to: 'sign-in' }),
      ...where(order?.price !== 0, { to: 'payment' }),
    ]),
    'failure.order_closed': rows('purchase', lossOf('order_closed')),
    'failure.session_timeout': rows('purchase', lossOf('session_timeout')),
    'xstate.done.actor.putCustomer': rows<'purchase', Case>('purchase', ({ context: { site, confirmed } }) => {
      if (site.mailConfirm && confirmed === null) return [mailed];
      const other = site.mailConfirm ? { mail_confirmed: false } : { price: 0 };
      return [orderReply({ customer_info: customer }), orderReply({ customer_info: customer, ...other })];
    }),
    'xstate.error.actor.putCustomer': fails('request_error', 'session_timeout'),
    'xstate.done.actor.resendOrderMail': [mailed],
    'xstate.error.actor.resendOrderMail': fails('rate_limited'),
    'xstate.done.actor.readOrder': rows('purchase', ({ context: { site } }) => [
      orderReply({ status: 'paid', completion, customer_info: customer }),
      orderReply({ status: 'checking', customer_info: customer }),
      later(orderReply({ customer_info: customer })),
      later(orderReply({})),
      orderReply({ status: 'expired', customer_info: customer }),
      orderReply({ status: 'cancelled' }),
      orderReply({ status: 'refunded' }),
      ...where(site.mailConfirm && !site.onlyMail, orderReply({ customer_info: customer, mail_confirmed: false })),
    ]),
    'xstate.error.actor.readOrder': fails('session_timeout', 'token_not_found', 'request_error'),
    'xstate.error.actor.cancelOrder': fails('request_error'),
    'order.reclaimed': rows('purchase', ({ matches, context: { token, completion } }) =>
      where(matches('order') && token === null && completion === null, { placed: orderReply({}).output }),
    ),
    'email.corrected': rows('purchase', (s) =>
      where(s.context.completion !== null, { completion: { ...completion, reservation_token: 'ticket-2' } }),
    ),
  },
  looks: {
    order: [(s) => s.matches('placing')],
    payment: [
      (s) => s.matches('choosing') && s.context.order?.coupon,
      (s) => s.matches('couponing'),
      // A choice that was not submitted.
      (s) => s.matches('choosing') && s.context.method !== null,
    ],
  },
};
