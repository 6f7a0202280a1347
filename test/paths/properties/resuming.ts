import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import {
  begins,
  begunBesideHold,
  done,
  failed,
  inputOf,
  isHeld,
  isNamed,
  isOver,
  offers,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  refuses,
  reports,
  requestsBegun,
  shows,
  staysQuiet,
  toasts,
} from './rule.ts';

/** An order that is read again, or cancelled. */

/** An order that is over for good leads to what the server knows of it, or to a new choice. */
const isLive = (status: unknown): boolean => status === 'open' || status === 'expired';

export const resumingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#holds',
    sentence: 'the end of a hold is not counted down while an order that another tab ended is read again',
    when: (moment) => moment.answer?.failure?.code === 'order_closed' && requestsBegun(moment).includes('readOrder'),
    must: (moment) => expect(isHeld(moment)).toBe(false),
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'an order that another tab ended is read again; one whose time is over resets the purchase',
    when: failed(['putCustomer', 'sendOrderMail', 'resendOrderMail', 'placeOrder'], isOver),
    must: (moment) => {
      const { code } = moment.answer?.failure ?? {};
      if (code === 'order_closed') return begins(moment, 'readOrder');
      return expect(begunBesideHold(moment)).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#order-states',
    sentence: 'the purchase goes on at the step that is due: complete, the payment under way, payment, or the form',
    when: done('readOrder'),
    must: (moment) => {
      const { order, token } = fieldsOf(moment.answer?.output);
      const { status, completion } = fieldsOf(order);
      const { site } = purchase(moment) ?? {};
      if (completion) {
        shows(moment, 'complete');
        expect(purchase(moment)).toMatchObject({ completion, order: { ...fieldsOf(order), customer_info: null } });
        return begins(moment);
      }
      if (status === 'checking') {
        shows(moment, 'payment-callback');
        expect(purchase(moment)).toMatchObject({ token, order, payment: null, failure: null });
        return begins(moment, 'queryOutcome');
      }
      if (isLive(status) && isNamed(purchase(moment))) {
        shows(moment, 'payment');
        return expect(purchase(moment)).toMatchObject({ token, order, attempt: null });
      }
      if (isLive(status) && !site?.onlyMail) {
        shows(moment, 'sign-in');
        return expect(purchase(moment)).toMatchObject({ token, order, attempt: null });
      }
      shows(moment, site?.onlyMail ? 'error' : 'order');
      expect(purchase(moment)).toMatchObject({ token: null, order: null, customer: null });
      return begins(moment);
    },
  },
  {
    docs: 'docs/product.md#order-states',
    sentence: 'an order that was cancelled or refunded is named as such',
    when: done('readOrder', ({ order }) => ['cancelled', 'refunded'].includes(String(fieldsOf(order).status))),
    must: (moment) => {
      const { status } = fieldsOf(fieldsOf(moment.answer?.output).order);
      const code = status === 'refunded' ? 'payment_refunded' : 'order_closed';
      expect(purchase(moment)?.failure, 'why').toMatchObject({ code });
      reports(moment, { code, unknown: false });
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'seats whose time was over when the order was read are asked for again at once',
    when: (moment) => done('readOrder')(moment) && ['payment', 'sign-in'].includes(moment.now.screen),
    must: (moment) => {
      const { status } = fieldsOf(fieldsOf(moment.answer?.output).order);
      begins(moment, ...(status === 'expired' ? ['retakeHold'] : []));
    },
  },
  {
    docs: 'docs/product.md#screen-mail-confirm',
    sentence: 'a dead or used link says so; an order that is not known resets the purchase',
    when: failed('readOrder'),
    must: (moment) => {
      const { failure, input } = moment.answer ?? {};
      if (!failure) return;
      const isLink = (input?.mailToken ?? null) !== null;
      const { token } = purchaseBefore(moment) ?? {};
      expect(begunBesideHold(moment)).toEqual([]);
      if (isLink && ['token_not_found', 'token_unavailable'].includes(failure.code)) {
        shows(moment, 'mail-confirm');
        expect(purchase(moment)).toMatchObject({ mailToken: null, token });
        // What is not known at all is called as an order whose time is over.
        const code = failure.code === 'token_not_found' ? 'session_timeout' : failure.code;
        expect(purchase(moment)?.failure).toMatchObject({ code });
        return staysQuiet(moment);
      }
      const isGone = failure.code === 'session_timeout' || failure.code === 'token_not_found';
      if (isGone) return reports(moment, { code: 'session_timeout', unknown: false });
      shows(moment, 'error');
      return expect(purchase(moment)).toMatchObject({ failure, token });
    },
  },
  {
    docs: 'docs/product.md#screen-error',
    sentence:
      'the page says what happened, and offers to continue an open order, also one that only a mail’s link names',
    when: ({ now }) => now.screen === 'error',
    must: (moment) => {
      const { token, mailToken, completion, site } = purchase(moment) ?? {};
      if ((token ?? mailToken) !== null && completion === null) offers(moment, 'order.resume');
      else refuses(moment, 'order.resume');
      if (site?.onlyMail) refuses(moment, 'order.again');
      else offers(moment, 'order.again');
    },
  },
  {
    docs: 'docs/product.md#screen-error',
    sentence: 'continuing reads the order',
    when: on('order.resume'),
    begins: 'readOrder',
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'a purchase whose charts are gone goes on by the token of its order, and a toast says so',
    when: on('order.recalled'),
    begins: 'readOrder',
    must: (moment) => {
      expect(inputOf(moment, 'readOrder').token).toBe(payload(moment, 'token'));
      toasts(moment, 'order_recalled');
    },
  },
  {
    docs: 'docs/charts.md#timers',
    sentence: 'a cancellation that is not answered in time reads the order; one that cannot be read says so',
    when: on(['xstate.done.actor.cancelLimit', 'xstate.done.actor.readLimit']),
    must: (moment) => {
      if (on('xstate.done.actor.cancelLimit')(moment)) return begins(moment, 'readOrder');
      expect(moment.now.step).toBe('error');
      expect(purchase(moment)?.failure, 'why').toMatchObject({ code: 'connection_error' });
      return begins(moment);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a visitor can cancel the order: nothing of it is asked for any more',
    when: on('order.cancel', (moment) => !moment.before.waiting.some(({ path }) => path.includes('/checkout/'))),
    begins: 'cancelOrder',
    shows: 'resuming',
    must: (moment) => expect(inputOf(moment, 'cancelOrder').token).toBe(purchaseBefore(moment)?.token),
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a cancelled order leads to a new choice, and the page says that the seats are free',
    when: done('cancelOrder'),
    shows: (moment) => (purchase(moment)?.site.onlyMail ? 'error' : 'order'),
    begins: [],
    must: (moment) => toasts(moment, 'order_cancelled'),
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'an order that could not be cancelled is reported, and read again',
    when: failed('cancelOrder'),
    begins: 'readOrder',
    isReported: true,
    must: (moment) => expect(purchase(moment)?.token).toBe(purchaseBefore(moment)?.token),
  },
];
