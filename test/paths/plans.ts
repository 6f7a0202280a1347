import type { Plans } from '#test/tools/explore/plan.ts';
import { outcomeOf } from '#test/tools/explore/realise.ts';
import { card, completion, customer, fails, lineDown, notice, order, question, spring, told } from './answers.ts';
import { by, languages, page, pages, rows, sites, where } from './plan-rows.ts';
import { catalogue, day, days, kept, months, slots, ticket } from './sample-shop.ts';

/**
 * How each chart of the store is walked: the answers the world gives, what visitors do where a control lets them, and what
 * makes two places different.
 */
export const plans: Plans = {
  app: {
    inputs: sites.map((site) => ({ site, lang: 'ja', seed: 'seed' })),
    key: by('app', ({ site, paying }) => [site.mailConfirm, site.onlyMail, paying]),
    cases: {
      'page.requested': rows('app', (s) => [
        page(s.matches('purchase') ? 'confirm' : 'order'),
        ...where(!s.matches('ticket'), page('ticket', {}, { token: 'ticket-1' })),
        ...where(!s.matches('not-found'), page('not-found')),
      ]),
      'language.choose': languages,
    },
    // each walk from its beginning: elsewhere than on its own pages nothing can be asked of the purchase
    maxSteps: 1,
    looks: { purchase: [(s) => s.matches('checkout'), (s) => !s.matches('checkout')] },
  },
  purchase: {
    key: by('purchase', (c) => [
      [c.site.mailConfirm, c.site.onlyMail, c.changing],
      c.order && [c.order.price, c.order.status === 'expired', c.order.customer_info !== null],
      [c.choice.product !== null, c.payment !== null, c.completion !== null],
      [c.sentTo !== null, c.mailToken !== null, c.r !== null],
    ]),
    cases: {
      'page.requested': pages,
      'language.choose': (snapshot) => (snapshot.matches('checkout') ? [] : languages(snapshot)),
      'draft.kept': rows('purchase', (s) =>
        where(s.matches({ 'sign-in': 'editing' }), { form: 'customer', fields: { fullname: 'H' } }),
      ),
      'order.cancel': rows('purchase', (s) => where(s.matches('payment'), {})),
      'order.again': rows('purchase', (s) => where(s.matches('complete') || s.matches('error'), {})),
      'customer.submit': [{ customer }],
      'step.change': rows('purchase', ({ context }) => [
        ...where(!context.site.onlyMail, { to: 'order' }, { to: 'sign-in' }),
        { to: 'payment' },
      ]),
      'xstate.done.actor.putCustomer': [told({ customer_info: customer })],
      'xstate.error.actor.putCustomer': fails('request_error', 'session_timeout'),
      'xstate.done.actor.sendOrderMail': [{ output: { sent_to: customer.email } }],
      'xstate.error.actor.sendOrderMail': fails('request_error'),
      'xstate.done.actor.resendOrderMail': [{ output: { sent_to: customer.email } }],
      'xstate.error.actor.resendOrderMail': fails('rate_limited'),
      'xstate.done.actor.readOrder': [
        told({ status: 'paid', completion, customer_info: customer }),
        told({ status: 'checking', customer_info: customer }),
        told({ customer_info: customer }),
        told({}),
        told({ status: 'expired', customer_info: customer }),
        told({ status: 'cancelled' }),
        told({ status: 'refunded' }),
      ],
      'xstate.error.actor.readOrder': fails('session_timeout', 'token_not_found', 'request_error'),
      'xstate.error.actor.cancelOrder': fails('request_error'),
    },
  },
  order: {
    key: by('order', ({ choice, days: shown, slots: listed, placed, note, wanted }) => [
      choice.product !== null,
      [choice.month, choice.day, choice.timespan?.id],
      choice.lines.length,
      [shown.length, listed.length, wanted.day !== null],
      placed?.order.price,
      note?.code === 'session_timeout',
    ]),
    outcome: (output) => outcomeOf(output) + String(JSON.stringify(output).match(/"price":\d+,"status"/) ?? ''),
    cases: {
      'language.choose': languages,
      'product.choose': rows('order', ({ context }) =>
        where(context.choice.product === null, { product: kept, month: months[0] }),
      ),
      'month.show': rows('order', ({ context: { choice } }) =>
        where(choice.product !== null, { month: months[choice.month === months[0] ? 1 : 0] }),
      ),
      'day.choose': rows('order', ({ context }) =>
        where(
          context.days.some(({ date }) => date === day),
          { day },
        ),
      ),
      'timespan.choose': rows('order', ({ context: { choice, slots: listed } }) =>
        listed.filter(({ id }) => id !== choice.timespan?.id).map((timespan) => ({ timespan })),
      ),
      'option.set': rows('order', ({ context: { choice } }) =>
        where(choice.product !== null, {
          line: { id: 'adult', name: 'Adult', price: 2000, count: (choice.lines[0]?.count ?? 0) + 1 },
        }),
      ),
      'search.again': rows('order', ({ context: { choice, days: shown, slots: listed } }) =>
        where(choice.product !== null && (!shown.length || (choice.day !== null && !listed.length)), {}),
      ),
      'xstate.done.actor.search': rows('order', ({ context: { wanted } }) => [
        { output: { days: wanted.month && days(wanted.month), slots: wanted.day && slots } },
      ]),
      'xstate.error.actor.search': fails('request_error'),
      'xstate.done.actor.checkStock': rows('order', ({ context: { choice } }) => [
        { output: choice.timespan },
        { output: { ...choice.timespan, remaining: 0 } },
      ]),
      'xstate.error.actor.checkStock': fails('request_error'),
      'xstate.done.actor.placeOrder': [told({}), told({ price: 3000 })],
      'xstate.error.actor.placeOrder': [...fails('session_timeout', 'seat_reserve_error', 'bad_request'), lineDown],
    },
  },
  hold: {
    key: by('hold', ({ extensionsLeft, warned, ended }) => [extensionsLeft, warned, ended]),
    cases: {
      'xstate.done.actor.extendHold': [{ output: { order: { ...order, extensions_left: 0 }, at: 0 } }],
      'xstate.done.actor.retakeHold': [{ output: { order, at: 0 } }],
      'xstate.error.actor.extendHold': fails('session_timeout', 'order_closed', 'request_error'),
      'xstate.error.actor.retakeHold': [...fails('session_timeout'), lineDown],
    },
  },
  payment: {
    key: by('payment', ({ method, order: o, payment, note }) => [
      method,
      o?.price,
      o?.coupon?.coupon_code,
      payment !== null,
      note?.code === 'session_timeout',
    ]),
    cases: {
      'method.choose': rows('payment', ({ context }) => where(context.method === null, { method: 'stripe_secure' })),
      'coupon.apply': rows('payment', ({ context }) => where(!context.order?.coupon, { code: spring.coupon_code })),
      'coupon.remove': rows('payment', ({ context }) => where(!!context.order?.coupon, { code: spring.coupon_code })),
      'xstate.done.actor.changeCoupon': rows('payment', ({ context }) => [
        { output: { ...order, customer_info: customer, coupon: context.coupon?.remove ? null : spring } },
      ]),
      'xstate.error.actor.changeCoupon': fails('session_timeout', 'coupon_expired'),
      'xstate.done.actor.takeToken': [{ output: card }],
      'xstate.error.actor.takeToken': fails('card_input'),
    },
  },
  checkout: {
    key: by('checkout', ({ r, payment, challenge, completion: paid, failure }) => [
      r,
      payment !== null,
      challenge !== null,
      paid !== null,
      failure?.code,
    ]),
    cases: {
      'page.returned': [{ r: 'return-1' }],
      'xstate.done.actor.postCheckout': [
        { output: { status: 'paid', completion } },
        { output: { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' } },
        { output: { status: 'redirect', url: 'https://pay.example/', method: 'GET', fields: {} } },
        { output: { status: 'checking', retry_after: 3 } },
      ],
      'xstate.error.actor.postCheckout': [
        lineDown,
        ...fails('idempotency_key_reused', 'payment_api_failure', 'session_timeout'),
      ],
      'xstate.error.actor.showChallenge': fails('payment_api_failure'),
      'xstate.done.actor.confirmPayment': [
        { output: { status: 'paid', completion } },
        { output: { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' } },
        { output: { status: 'checking', retry_after: 3 } },
      ],
      'xstate.error.actor.confirmPayment': [lineDown, ...fails('payment_api_failure')],
      'xstate.done.actor.askOutcome': [
        { output: { status: 'paid', token: 'order-1', completion } },
        { output: { status: 'declined', token: 'order-1', reason: 'refused' } },
        { output: { status: 'checking', token: 'order-1', retry_after: 3 } },
        { output: { status: 'open', token: 'order-1' } },
      ],
      'xstate.error.actor.askOutcome': [lineDown, ...fails('order_closed')],
    },
  },
  dialog: {
    key: by('dialog', ({ queue }) => queue.map(({ number, ngButton }) => [number, ngButton !== undefined])),
    cases: {
      'dialog.ask': ({ context }) =>
        context.queue.length < 2 ? [{ dialog: notice(1) }, { dialog: question(2) }] : [{ dialog: notice(1) }],
    },
  },
  toast: {
    key: by('toast', ({ queue }) => [queue.length]),
    cases: {
      'toast.show': rows('toast', (s) => [
        ...where(s.matches('showing'), { toast: { text: '' } }),
        ...where(s.context.queue.length < 1, { toast: { text: 'Hello' } }),
      ]),
    },
  },
  catalogue: {
    cases: {
      'xstate.done.actor.openShop': [{ output: catalogue }],
      'xstate.error.actor.openShop': fails('connection_error'),
    },
  },
  ticket: {
    cases: {
      'xstate.done.actor.readTicket': [{ output: ticket }],
      'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
    },
  },
};
