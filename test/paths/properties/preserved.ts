import { expect } from 'vitest';
import { nothingChosen } from '#machines/order/order.logic.ts';
import { effectOf } from '#src/domain/failures.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  chartData,
  data,
  dataBefore,
  inputOf,
  isHeld,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  requestsBegun,
  shows,
} from './rule.ts';

/** What stays, and what goes: input, personal data, tokens (docs/product.md#stored-data). */

/** Events that only show something else. */
const harmless = [
  'step.back',
  'step.change',
  'mail.correct',
  'mail.resend',
  'language.choose',
  'hold.extend',
  'page.requested',
  'page.restored',
  'dialog.cancel',
  'dialog.dismiss',
  'toast.show',
  'coupon.apply',
  'coupon.remove',
  'checkout.submit',
  'checkout.ask',
];
/** What a visitor would have to choose or type again. */
const precious = ['choice', 'customer', 'drafts', 'fields', 'parts', 'transfer', 'token', 'method', 'payment', 'way'];

const pick = (context: object): Fields =>
  Object.fromEntries(Object.entries(context).filter(([name]) => precious.includes(name)));

/** Leaving a field, as a click elsewhere does, keeps what was typed in its form: one draft may grow, none loses anything. */
const expectSame = (now: object, old: object, { event }: Moment): void => {
  const { drafts = {}, fields = {}, ...rest } = pick(now);
  const { drafts: known = {}, fields: oldFields = {}, ...oldRest } = pick(old);
  // A code is typed to be applied.
  const { coupon, ...others } = fieldsOf(known);
  const oldDrafts = event.type === 'coupon.apply' ? others : { ...others, ...(coupon !== undefined && { coupon }) };
  expect(rest).toEqual(oldRest);
  expect({ drafts, fields }).toMatchObject({ drafts: oldDrafts, fields: oldFields });
  const grown = Object.entries({ ...fieldsOf(drafts), fields }).filter(
    ([form, typed]) => JSON.stringify(typed) !== JSON.stringify({ ...fieldsOf(oldDrafts), fields: oldFields }[form]),
  );
  expect(grown.length, 'forms whose input grew').toBeLessThan(2);
};
export const isHarmless = ({ event }: Moment): boolean => harmless.includes(event.type);

const expectNothing = (moment: Moment): void => {
  const { choice, token, order, drafts, customer, method, payment, completion, sentTo, mailToken } =
    purchase(moment) ?? {};
  const left = { choice, token, order, drafts, customer, method, payment, completion, sentTo, mailToken };
  expect(left, 'a reset forgets the purchase').toEqual({
    ...{ choice: nothingChosen, token: null, order: null, drafts: {}, customer: null },
    ...{ method: null, payment: null, completion: null, sentTo: null, mailToken: null },
  });
  const { site, lang } = purchaseBefore(moment) ?? {};
  expect(purchase(moment)).toMatchObject({ site, lang });
  expect(isHeld(moment), 'nothing is held').toBe(false);
};

export const keepingRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#input',
    sentence: 'what only looks elsewhere changes nothing of what was chosen and typed',
    when: (moment) => isHarmless(moment) && purchaseBefore(moment)?.completion === null,
    must: (moment) => expectSame(purchase(moment) ?? {}, purchaseBefore(moment) ?? {}, moment),
  },
  {
    docs: 'docs/charts.md#input',
    sentence: 'what only looks elsewhere changes nothing of what the page on screen was given',
    when: (moment) =>
      isHarmless(moment) &&
      moment.before.shown.instance === moment.now.shown.instance &&
      moment.before.state !== 'purchase.error',
    must: (moment) => {
      const isRequest = moment.event.type === 'page.requested';
      const isOfMail = [moment.before.screen, moment.now.screen].includes('mail-confirm');
      const isAnother = isRequest && (purchaseBefore(moment)?.completion !== null || isOfMail);
      if (!isAnother) expectSame(data(moment), dataBefore(moment), moment);
    },
  },
  {
    docs: 'docs/charts.md#input',
    sentence: 'unsent input is kept as it was typed',
    when: on('draft.kept'),
    must: (moment) => {
      const form = String(payload(moment, 'form'));
      const { fields, typed } = data(moment);
      const corrected = chartData(moment, 'app/purchase/correction').typed;
      const kept = [fields, typed, corrected, ...Object.values(purchase(moment)?.drafts ?? {})];
      expect(kept).toContainEqual(expect.objectContaining(fieldsOf(payload(moment, 'fields'))));
      const others = Object.entries(purchaseBefore(moment)?.drafts ?? {}).filter(([name]) => name !== form);
      expect(purchase(moment)?.drafts).toMatchObject(Object.fromEntries(others));
    },
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'a completed purchase leaves no personal data, no token of the order and nothing of the payment',
    when: (moment) => (purchase(moment)?.completion ?? null) !== null,
    must: (moment) => {
      const { choice, token, drafts, customer, method, payment, sentTo, attempt, order } = purchase(moment) ?? {};
      const left = { choice, token, drafts, customer, method, payment, sentTo, attempt };
      expect(left).toEqual({
        ...{ choice: nothingChosen, token: null, drafts: {}, customer: null, method: null, payment: null },
        ...{ sentTo: null, attempt: null },
      });
      expect({ customer: order?.customer_info ?? null, method: order?.payment_method ?? null }).toEqual({
        customer: null,
        method: null,
      });
      const { email } = fieldsOf(moment.books.customer);
      const { running } = moment.now;
      const stored = JSON.stringify(
        running.filter(({ path }) => path.startsWith('app/purchase')).map(({ snapshot }) => snapshot.context),
      );
      if (typeof email === 'string' && email !== '') expect(stored, 'no mail address is stored').not.toContain(email);
    },
  },
  {
    docs: 'docs/product.md#stored-tokens',
    sentence: 'the token never outlives its order, and an order is shown only with its token or its completion',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment) => {
      const { token, order, completion } = purchase(moment) ?? {};
      if (token === null && completion === null && moment.now.screen !== 'error') expect(order).toBeNull();
      if (token !== null) expect(token).toBe(moment.books.placed?.token ?? token);
    },
  },
  {
    docs: 'docs/product.md#order',
    sentence: 'the purchase has the order as the server last described it',
    when: (moment) =>
      Boolean(moment.answer && moment.books.placed && purchase(moment)?.token) &&
      moment.books.placed !== moment.old.placed,
    must: (moment) => {
      const { call } = moment.answer ?? {};
      const isHold = ['extendHold', 'retakeHold', 'lookAtOrder'].includes(call ?? '');
      if (!isHold) expect(purchase(moment)?.order).toEqual(moment.books.placed?.order);
      if (['placeOrder', 'readOrder', 'putCustomer'].includes(call ?? '')) {
        const { at, order } = moment.books.placed ?? { at: 0, order: null };
        expect(purchase(moment)?.expiresAt, 'the deadline follows the server’s clock').toBe(
          at + (order?.seconds_left ?? 0) * 1000,
        );
      }
    },
  },
  {
    docs: 'docs/product.md#change-variants',
    sentence: 'another total has to be agreed to again: it clears the payment, and is named',
    when: (moment) =>
      ['placeOrder', 'readOrder', 'putCustomer'].includes(moment.answer?.call ?? '') && moment.answer?.failure === null,
    must: (moment) => {
      const old = purchaseBefore(moment);
      const { order, payment, completion } = purchase(moment) ?? {};
      if (completion !== null || !order || !old) return;
      if (order.price !== old.order?.price) expect(payment).toBeNull();
      const isOther = old.order && old.method && old.order.price !== order.price;
      if (isOther) expect(purchase(moment)?.changed).toContain('total');
    },
  },
  {
    docs: 'docs/product.md#purchase-flow',
    sentence:
      'each step has what it is about: sign-in an order, payment a customer, confirm all of it, complete a completion',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment) => {
      const { order, customer, method, payment, completion, failure } = purchase(moment) ?? {};
      const { step } = moment.now;
      if (step === 'sign-in') expect(order).not.toBeNull();
      if (step === 'payment') expect({ order, customer }).not.toMatchObject({ order: null });
      if (step === 'payment') expect(customer).not.toBeNull();
      if (step === 'confirm' && moment.now.purchase?.children.checkout === undefined)
        expect(Object.entries({ order, customer, method, payment }).filter(([, value]) => value === null)).toEqual([]);
      if (step === 'complete') expect(completion).not.toBeNull();
      if (step === 'complete') expect(moment.books.isPaid, 'complete without a payment').toBe(true);
      if (step === 'mail-confirm') expect(failure).not.toBeNull();
    },
  },
  {
    docs: 'docs/product.md#session-timeout',
    sentence: 'an order whose time is over for good resets the purchase, says why, and leads to the order page',
    when: (moment) => {
      const { failure, path } = moment.answer ?? {};
      return Boolean(
        failure &&
          path?.startsWith('app/purchase/') &&
          effectOf(failure) === 'reset' &&
          !path.includes('/checkout/') &&
          // The order is read again, which says what became of it.
          moment.answer?.call !== 'cancelOrder',
      );
    },
    isReported: true,
    must: (moment) => {
      expectNothing(moment);
      const step = purchase(moment)?.site.onlyMail ? 'error' : 'order';
      expect(moment.now.step).toBe(step);
      expect(purchase(moment)?.failure, 'why').toMatchObject({ code: 'session_timeout' });
      expect(requestsBegun(moment)).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#reset',
    sentence: 'starting again gives the seats of an open order back, then forgets the purchase; language and site stay',
    when: on('order.again', ({ before }) => !before.running.some(({ path }) => path === 'app/purchase/checkout')),
    must: (moment) => {
      const { site, token, completion } = purchaseBefore(moment) ?? {};
      if (site?.onlyMail) return undefined;
      if (token && !completion) return expect(inputOf(moment, 'cancelOrder').token).toBe(token);
      expectNothing(moment);
      return shows(moment, 'order');
    },
  },
  {
    docs: 'docs/product.md#reset',
    sentence: 'a cancelled order is forgotten',
    when: (moment) => moment.answer?.call === 'cancelOrder' && moment.answer.failure === null,
    must: expectNothing,
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a bought order goes with the ticket that was removed from the device; an open one stays',
    when: on('ticket.removed'),
    must: (moment) => {
      const old = purchaseBefore(moment);
      if (old?.completion) return expectNothing(moment);
      return expect(purchase(moment)).toEqual(old);
    },
  },
];
