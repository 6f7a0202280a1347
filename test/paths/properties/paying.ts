import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { langAt, type Moment } from './moment.ts';
import { isHarmless } from './preserved.ts';
import {
  begins,
  begunBesideHold,
  chartData,
  couponPath,
  data,
  dataBefore,
  done,
  failed,
  inputOf,
  isNamed,
  offers,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  refuses,
  shows,
} from './rule.ts';

/** The payment step, and the last look before paying. */

const isHere = ({ before }: Moment): boolean => before.screen === 'payment';

export const paymentActions = ['method.choose', 'payment.submit'] as const;

/** What is not paid by a method is `free`. */
export const expectMethodFits = (moment: Moment): void => {
  const { order, method } = data(moment);
  if (order === null || order === undefined) return;
  expect(method === 'free', 'free exactly if nothing is to be paid').toBe(fieldsOf(order).price === 0);
};

const methodRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#payment-offer',
    sentence: '`free` is the method exactly when the total is 0',
    when: ({ now }) => now.screen === 'payment',
    must: expectMethodFits,
  },
  {
    docs: 'docs/charts.md#input',
    sentence:
      'a method that was chosen but not submitted is still chosen when the page was left; an agreed payment stays',
    when: (moment) => isHere(moment) && moment.now.screen !== 'payment' && isHarmless(moment),
    must: (moment) => {
      const old = purchaseBefore(moment);
      const isAgreed = old?.changing === true && old.payment !== null;
      expect(purchase(moment)?.method).toBe(isAgreed ? old.method : dataBefore(moment).method);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'a method that is chosen is stored; the reason why the last one failed goes',
    when: on('method.choose', isHere),
    data: (moment) => ({ method: payload(moment, 'method'), failure: null }),
    begins: [],
    offers: [...paymentActions],
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence:
      'the form of the method that is shown as chosen is asked for its token, or the page says that none is chosen',
    when: on('payment.submit', isHere),
    shows: 'payment',
    must: (moment) => {
      const method = payload(moment, 'method');
      if (method !== null) {
        begins(moment, 'takeToken');
        expect(inputOf(moment, 'takeToken')).toEqual({ method });
        expect(data(moment).failure, 'why the visitor is back').toEqual(dataBefore(moment).failure);
        return refuses(moment, ...paymentActions);
      }
      begins(moment);
      expect(data(moment).failure).toMatchObject({ code: 'invalid_input', fields: ['payment_method'] });
      return offers(moment, ...paymentActions);
    },
  },
  {
    docs: 'docs/product.md#express-wallets',
    sentence: 'a confirmed sheet of a wallet orders and pays the total that it showed, and confirm shows it meanwhile',
    when: on('sheet.confirmed', isHere),
    begins: 'postCheckout',
    shows: 'confirm',
    refuses: ['checkout.submit', 'step.back', 'step.change', 'order.cancel', 'order.again'],
    must: (moment) => {
      const [method, payment] = [payload(moment, 'method'), payload(moment, 'payment')];
      const { token } = purchaseBefore(moment) ?? {};
      expect(inputOf(moment, 'postCheckout')).toMatchObject({ token, method, payment });
      expect(inputOf(moment, 'postCheckout').price).toBe(moment.books.placed?.order.price);
      expect(purchase(moment)).toMatchObject({ method, payment, failure: null, changed: [], changing: false });
    },
  },
  {
    docs: 'docs/product.md#express-wallets',
    sentence: 'a sheet that ended otherwise says so on the page, where all is as it was',
    when: on('sheet.closed', isHere),
    shows: 'payment',
    data: (moment) => ({ failure: payload(moment, 'failure'), method: dataBefore(moment).method }),
    begins: [],
    offers: [...paymentActions],
  },
  {
    docs: 'docs/product.md#stored-payment',
    sentence: 'method and token are stored, and confirm shows everything once more',
    when: done('takeToken'),
    shows: 'confirm',
    begins: [],
    offers: ['checkout.submit', 'step.change', 'step.back'],
    must: (moment) => {
      const { method, order } = dataBefore(moment);
      expect(purchase(moment)).toMatchObject({
        method,
        order,
        payment: moment.answer?.output,
        failure: null,
        changed: [],
      });
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'a token that could not be made is said next to the form',
    when: failed('takeToken'),
    shows: 'payment',
    isQuiet: true,
    begins: [],
    offers: [...paymentActions],
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(data(moment)).toMatchObject({ failure, method: dataBefore(moment).method });
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'the page shows the order, the stored method and why the visitor is back',
    when: ({ before, now }) => before.screen !== 'payment' && now.screen === 'payment',
    must: (moment) => {
      const { order, failure, token, method } = purchase(moment) ?? {};
      const isFree = order?.price === 0;
      expect(data(moment)).toMatchObject({ order, failure, token });
      expect(data(moment).method).toBe(isFree ? 'free' : method === 'free' ? null : method);
      expect(chartData(moment, couponPath).token).toBe(token);
    },
  },
];

const confirmRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-confirm',
    sentence:
      'each part has a change, which leads to its step in the change variant; on invitation-only sites only the payment',
    when: (moment) => moment.before.screen === 'confirm' && on('step.change')(moment),
    must: (moment) => {
      const to = String(payload(moment, 'to'));
      shows(moment, to === 'order' || to === 'sign-in' ? to : 'payment');
      expect(moment.now.address).toBe(`/${to}?ref=c`);
      expect(purchase(moment)?.payment).toEqual(purchaseBefore(moment)?.payment);
      expect(begunBesideHold(moment).filter((one) => !one.startsWith('search'))).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#screen-confirm',
    sentence: 'the last page is no change variant, and leads to payment one step back',
    when: ({ now }) => now.screen === 'confirm' && now.purchase?.children.checkout === undefined,
    offers: ['checkout.submit', 'step.back'],
    purchase: { changing: false },
  },
  {
    docs: 'docs/product.md#change-variants',
    sentence: 'a step back from a change leads straight to confirm; else to the step before',
    when: (moment) => on('step.back')(moment) && ['sign-in', 'payment', 'confirm'].includes(moment.before.screen),
    must: (moment) => {
      const old = purchaseBefore(moment);
      const { screen } = moment.before;
      if (screen === 'confirm') return shows(moment, 'payment');
      const isPaid = old?.changing === true && old.method !== null && old.payment !== null;
      const isAgreed = isPaid && isNamed(old);
      if (screen === 'payment' && old?.isRepricing) return begins(moment, 'readOrder');
      if (isPaid && old.order?.customer_info === null) return begins(moment, 'readOrder');
      shows(moment, isAgreed ? 'confirm' : screen === 'payment' ? 'sign-in' : 'order');
      return begunBesideHold(moment).includes('readOrder') ? begins(moment) : undefined;
    },
  },
  {
    docs: 'docs/product.md#order-total',
    sentence: 'a payment names the total that the visitor agreed to, of this order, by the chosen method',
    when: on('checkout.submit'),
    begins: 'postCheckout',
    shows: 'confirm',
    refuses: ['checkout.submit', 'step.back', 'step.change', 'order.cancel', 'order.again'],
    purchase: { failure: null },
    must: (moment) => {
      const { token, method, payment } = purchaseBefore(moment) ?? {};
      const input = inputOf(moment, 'postCheckout');
      expect(input).toMatchObject({ token, method, payment, lang: langAt(moment.books, 'app/purchase/checkout') });
      expect(input.price, 'the total of the books').toBe(moment.books.placed?.order.price);
      expect(input.price, 'the total that was agreed to').toBe(moment.books.agreed);
      expect({ method, payment }).toEqual({ method: moment.books.method, payment: moment.books.payment });
    },
  },
];

export const payingRules: readonly Rule[] = [...methodRules, ...confirmRules];
