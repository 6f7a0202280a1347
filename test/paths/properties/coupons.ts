import { expect } from 'vitest';
import { couponCode } from '#src/domain/coupon.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { orderIn } from './moment.ts';
import { expectMethodFits, paymentActions } from './paying.ts';
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
  isOver,
  on,
  payload,
  purchase,
  type Rule,
  reports,
  shows,
  staysQuiet,
} from './rule.ts';

/** The coupon, which changes the total (docs/product.md#coupons). */

const changes = ['applyCoupon', 'removeCoupon'] as const;
const rereads = ['rereadOrder', 'readAgain'] as const;

export const couponRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'a coupon is entered or removed; nothing is paid while the total changes',
    when: on(['coupon.apply', 'coupon.remove']),
    shows: 'payment',
    refuses: [...paymentActions],
    must: (moment) => {
      const remove = moment.event.type === 'coupon.remove';
      begins(moment, remove ? 'removeCoupon' : 'applyCoupon');
      const input = inputOf(moment, remove ? 'removeCoupon' : 'applyCoupon');
      expect(input).toMatchObject({ token: purchase(moment)?.token, code: payload(moment, 'code'), remove });
      expect(chartData(moment, couponPath).failure).toBeNull();
      expect(purchase(moment)?.isRepricing, 'the total is not certain').toBe(true);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence:
      'the order shows its total with, or without, the coupon; a payment for another kind of total is not valid any more',
    when: (moment) => done(changes)(moment) || done(rereads)(moment),
    shows: 'payment',
    begins: [],
    offers: [...paymentActions],
    must: (moment) => {
      const order = orderIn(moment.answer?.output);
      expect(data(moment).order).toEqual(order);
      expect(purchase(moment)).toMatchObject({ order, isRepricing: false });
      expectMethodFits(moment);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'a change that took effect has no error, and is over; its refusal is in words next to the code',
    when: (moment) =>
      moment.now.running.some(({ path }) => path === couponPath) && (done(changes)(moment) || done(rereads)(moment)),
    must: (moment) => {
      const { failure, code, remove } = chartData(moment, couponPath);
      const { attempt } = chartData(moment, couponPath);
      const coupon = orderIn(moment.answer?.output)?.coupon ?? null;
      const isOn = coupon !== null && couponCode(coupon.coupon_code) === couponCode(String(code));
      const isMade = done(changes)(moment) || isOn !== remove;
      if (isMade) {
        expect({ failure, attempt }).toEqual({ failure: null, attempt: null });
        return staysQuiet(moment);
      }
      expect(failure).not.toBeNull();
      return done('rereadOrder')(moment) ? reports(moment, failure as FailureDetails) : undefined;
    },
  },
  {
    docs: 'docs/product.md#mapped-failures',
    sentence: 'a refused coupon is explained next to its code, and another can be entered',
    when: failed(changes, (failure) => !failure.unknown && !isOver(failure)),
    shows: 'payment',
    begins: [],
    offers: [...paymentActions],
    isReported: true,
    purchase: { isRepricing: false },
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(chartData(moment, couponPath).failure).toEqual(failure);
      expect(data(moment).order).toEqual(dataBefore(moment).order);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'where the answer was lost the order is read, until its total is known; nothing is paid meanwhile',
    when: (moment) =>
      failed(changes, (failure) => failure.unknown)(moment) ||
      failed(rereads, ({ code }) => code === 'connection_error')(moment),
    shows: 'payment',
    refuses: [...paymentActions],
    purchase: { isRepricing: true },
    must: (moment) => {
      expect(chartData(moment, couponPath).failure).not.toBeNull();
      if (failed(changes)(moment)) {
        staysQuiet(moment);
        return begins(moment, 'rereadOrder');
      }
      begins(moment);
      const clocks = moment.began.filter(({ isClock }) => isClock).map(({ input }) => input);
      expect(clocks, 'it is asked again soon').toEqual([{ for: 3_000 }]);
      const { failure } = chartData(moment, couponPath);
      return failed('rereadOrder')(moment) ? reports(moment, failure as FailureDetails) : staysQuiet(moment);
    },
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'after a pause the order is read again',
    when: on('xstate.done.actor.readPause'),
    begins: 'readAgain',
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'an order that is over is read again, or resets the purchase',
    when: (moment) =>
      failed(changes, isOver)(moment) || failed(rereads, ({ code }) => code !== 'connection_error')(moment),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      const isReset = failure.code === 'session_timeout';
      expect(begunBesideHold(moment)).toEqual(isReset ? [] : ['readOrder']);
      if (!isReset) return shows(moment, 'resuming');
      return reports(moment, failure);
    },
  },
];
