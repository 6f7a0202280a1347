import { expect } from 'vitest';
import { couponCode } from '#src/domain/coupon.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { type Moment, orderIn } from './moment.ts';
import {
  begins,
  chartData,
  couponPath,
  dataBefore,
  done,
  inputOf,
  on,
  purchase,
  purchaseBefore,
  type Rule,
  refuses,
} from './rule.ts';
import { above } from './seen.ts';

/** Money: only the agreed total is charged, only at the visitor's command, and only once. */

const path = 'app/purchase/checkout';
const isPaying = ({ running }: Moment['now']): boolean => running.some((one) => one.path === path);
const begun =
  (call: string): Rule['when'] =>
  ({ began }) =>
    began.some((one) => one.call === call && one.path.startsWith('app/purchase/'));

export const payingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#order-total',
    sentence: 'a payment names the total that the visitor agreed to, of this order, by the chosen method',
    when: begun('postCheckout'),
    must: (moment) => {
      const { placed, ...chosen } = moment.records;
      // An order of nothing passes the payment step, whatever was chosen before its total was known.
      const { agreed, method, payment } =
        placed?.order.price === 0
          ? { agreed: 0, method: 'free', payment: { token: '', brand: '', last4: '' } }
          : chosen;
      const input = inputOf(moment, 'postCheckout');
      expect(input).toMatchObject({ token: placed?.token, method, payment });
      expect(input.price, 'the total of the order').toBe(placed?.order.price);
      expect(input.price, 'the total that was agreed to').toBe(agreed);
      const { reservation_from } = fieldsOf(input.visit);
      expect(reservation_from, 'the visit of the order').toBe(placed?.order.main_product.reservation_from);
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'what a change of date costs is paid as the placed order has it, by the chosen method',
    when: ({ began }) => began.some((one) => one.path === 'app/changedate/checkout/postCheckout'),
    must: (moment) => {
      const { placed, method, payment } = chartData(moment.now, 'app/changedate');
      const { token, order } = fieldsOf(placed);
      const { price } = fieldsOf(order);
      expect(inputOf(moment, 'postCheckout')).toMatchObject({ token, price, method, payment });
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'a payment is sent at the visitor’s command; again only if this tab sent it and the order is still open',
    when: begun('postCheckout'),
    must: (moment) => {
      if (on(['checkout.submit', 'sheet.confirmed'])(moment)) return;
      expect(done('queryOutcome', ({ status }) => status === 'open')(moment), 'nothing was paid').toBe(true);
      const { payment, r, redirect } = chartData(moment.before, path);
      expect({ isPayable: payment !== null, r, redirect }).toEqual({ isPayable: true, r: null, redirect: null });
    },
  },
  {
    docs: 'docs/product.md#screen-confirm',
    sentence: 'while a payment runs it cannot be sent again, changed or cancelled, and the language stays',
    when: ({ now }) => isPaying(now),
    must: (moment) => {
      refuses(moment, 'checkout.submit', 'customer.submit', 'hold.extend');
      refuses(moment, 'step.change', 'order.cancel', 'order.again');
      // The page of a change of date, shown by its address meanwhile, has a payment and a way back of its own.
      if (moment.now.screen !== 'changedate-confirm') refuses(moment, 'payment.submit', 'step.back');
      expect(moment.now.app.getSnapshot().context.paying).toBe(true);
    },
  },
  {
    docs: 'docs/charts.md#language-during-a-payment',
    sentence: 'before and after a payment the language can be chosen',
    when: ({ now }) => !isPaying(now),
    must: ({ now }) => expect(now.app.getSnapshot().context.paying).toBe(false),
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'Back never shows a live payment button',
    when: ({ now }) => now.screen === 'complete',
    must: (moment) => refuses(moment, 'checkout.submit', 'payment.submit', 'step.back', 'order.cancel', 'hold.extend'),
  },
  {
    docs: 'docs/product.md#stored-payment',
    sentence: 'a payment token is used once',
    when: ({ before, now }) => isPaying(before) && !isPaying(now),
    must: (moment) => expect(purchase(moment)?.payment).toBeNull(),
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'after idempotency_key_reused the outcome is queried and the payment is not sent again',
    when: ({ answer }) => answer?.call === 'postCheckout' && answer.failure?.code === 'idempotency_key_reused',
    must: (moment) => {
      begins(moment, 'queryOutcome');
      expect(chartData(moment.now, above(moment.answer?.path ?? path)).payment).toBeNull();
    },
  },
  {
    docs: 'docs/payments.md#rules-for-every-method',
    sentence: 'after the bank’s identity check the server is queried, whatever the result of the check',
    when: ({ answer }) => answer?.path === `${path}/showChallenge`,
    must: (moment) => {
      begins(moment, 'confirmPayment');
      expect(inputOf(moment, 'confirmPayment').payment_intent_id).toBe(moment.records.challenge);
    },
  },
  {
    docs: 'docs/product.md#payment-offer',
    sentence: '`free` is the method exactly when the total is 0',
    when: ({ now }) => now.screen === 'payment',
    must: ({ now }) => {
      const { order, method } = fieldsOf(now.shown.snapshot.context);
      if (order) expect(method === 'free').toBe(fieldsOf(order).price === 0);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'a token is requested from the provider only for a chosen method',
    when: begun('takeToken'),
    must: (moment) => expect(inputOf(moment, 'takeToken').method ?? null).not.toBeNull(),
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'nothing is paid while a coupon changes the total',
    when: ({ now }) =>
      now.screen === 'payment' && now.waiting.some((one) => !one.isClock && one.path.startsWith(`${couponPath}/`)),
    must: (moment) => {
      refuses(moment, 'payment.submit', 'method.choose');
      expect(purchase(moment)?.isRepricing, 'the total is not certain').toBe(true);
    },
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'a change of the coupon that took effect shows no error, and its key is not used again',
    when: done(['changeCoupon', 'rereadOrder', 'readAgain']),
    must: (moment) => {
      const { failure, attempt, code, remove } = chartData(moment.now, couponPath);
      const { coupon } = orderIn(moment.answer?.output) ?? {};
      const isOn = coupon != null && couponCode(coupon.coupon_code) === couponCode(String(code));
      if (isOn !== remove) expect({ failure, attempt }).toEqual({ failure: null, attempt: null });
      expect(purchase(moment)?.isRepricing, 'the total is certain').toBe(false);
    },
  },
  {
    docs: 'docs/product.md#change-variants',
    sentence: 'another total needs a new agreement: it clears the payment, and the page names it',
    when: done(['placeOrder', 'readOrder', 'putCustomer']),
    must: (moment) => {
      const old = purchaseBefore(moment);
      const { order, payment, completion } = purchase(moment) ?? {};
      if (completion !== null || !order || !old || order.price === old.order?.price) return;
      if (order.price > 0) expect(payment).toBeNull();
      if (old.order && old.method) expect(purchase(moment)?.changed).toContain('total');
    },
  },
  {
    docs: 'docs/product.md#change-variants',
    sentence: 'the last page follows a change only if its total was agreed to',
    when: (moment) => done(['placeOrder', 'putCustomer'])(moment) && moment.now.screen === 'confirm',
    must: ({ records }) => expect(records.agreed ?? 0).toBe(records.placed?.order.price),
  },
  {
    docs: 'docs/product.md#purchase-flow',
    sentence: 'nobody is asked how an order of nothing is paid',
    when: done(['placeOrder', 'putCustomer'], ({ order }) => fieldsOf(order).price === 0),
    must: (moment) => {
      expect(moment.now.screen).toBe('confirm');
      expect(purchase(moment)).toMatchObject({ method: 'free', failure: null });
    },
  },
  {
    docs: 'docs/product.md#purchase-flow',
    sentence: 'a purchase is complete only if the server has reported it paid',
    when: ({ now }) => now.step === 'complete',
    must: (moment) => expect(moment.records.isPaid).toBe(true),
  },
  {
    docs: 'docs/charts.md#input',
    sentence: 'a chosen method stays chosen when the page is left without submitting',
    when: (moment) => moment.before.screen === 'payment' && on(['step.back', 'language.choose'])(moment),
    must: (moment) => {
      const old = purchaseBefore(moment);
      const isAgreed = old?.changing === true && old.payment !== null;
      if (moment.now.screen !== 'payment')
        expect(purchase(moment)?.method).toBe(isAgreed ? old.method : dataBefore(moment).method);
    },
  },
];
