import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { beforeOf, checkout, declines, path, status } from './payment-outcome.ts';
import {
  begins,
  done,
  failed,
  inputOf,
  on,
  payload,
  purchase,
  type Rule,
  requestsBegun,
  shows,
  toasts,
} from './rule.ts';

/** Asking what became of a payment, and returns from a provider (docs/product.md#screen-payment-callback). */

export const returningRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'the page asks again by itself and on request',
    when: on(['checkout.ask', 'xstate.done.actor.askAgain']),
    begins: 'queryOutcome',
  },
  {
    docs: 'docs/charts.md#leaving',
    sentence: 'a page that was left holds nothing of the provider’s form, and can ask what happened',
    when: on('checkout.left'),
    begins: [],
    shows: 'payment-callback',
    offers: 'checkout.ask',
    must: (moment) => {
      const { url, method } = fieldsOf(beforeOf(moment).redirect);
      expect(checkout(moment).redirect).toEqual({ url, method, fields: {} });
    },
  },
  {
    docs: 'docs/charts.md#leaving',
    sentence: 'a return, or Back, asks what happened, by the reference where it has one, and never pays',
    when: (moment) => on('page.returned', ({ actor }) => actor.at(-1) === 'checkout')(moment),
    begins: 'queryOutcome',
    shows: 'payment-callback',
    must: (moment) => expect(inputOf(moment, 'queryOutcome').r).toBe(payload(moment, 'r') ?? beforeOf(moment).r),
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'the reference of a return is asked about, and never trusted by its status',
    when: (moment) =>
      on(
        'page.requested',
        (one) => payload(one, 'screen') === 'payment-callback' && one.actor.at(-1) === 'purchase',
      )(moment) && !moment.before.waiting.some(({ call }) => call === 'cancelOrder'),
    must: (moment) => {
      const r = fieldsOf(payload(moment, 'query')).r;
      const isRunning = moment.before.running.some((one) => one.path === path);
      const { r: known, redirect } = beforeOf(moment);
      if (!isRunning) expect(moment.now.step).toBe('payment-callback');
      expect(requestsBegun(moment)).not.toContain('postCheckout');
      // A payment that is just being sent, or checked by the bank, tells its outcome by itself.
      const isQueried = !isRunning || moment.before.step === 'payment-callback' || (redirect ?? null) !== null;
      begins(moment, ...(isQueried ? ['queryOutcome'] : []));
      if (isQueried) expect(inputOf(moment, 'queryOutcome').r).toBe(r ?? (isRunning ? known : ''));
      expect(moment.now.address ?? '').not.toContain('return-');
    },
  },
  {
    docs: 'docs/product.md#payment-api-failure',
    sentence: 'a return that was declined leads to the payment step with its reason',
    when: done('queryOutcome', status('declined')),
    must: (moment) => {
      const { reason, token } = fieldsOf(moment.answer?.output);
      if (token === null && purchase(moment)?.token === null) return shows(moment, 'error');
      return declines(moment, { code: 'payment_api_failure', ...(reason ? { reason: reason as 'refused' } : {}) });
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence:
      'an order that is open was not paid: what was about to be sent here is sent, once; else the attempt was declined',
    when: done('queryOutcome', status('open')),
    must: (moment) => {
      const { payment, r, redirect, isReturnLost } = beforeOf(moment);
      const isOwn = payment !== null && r === null && redirect === null;
      if (isOwn) {
        begins(moment, 'postCheckout');
        return toasts(moment, 'checkout_resent');
      }
      return declines(moment, { code: isReturnLost ? 'return_not_found' : 'payment_api_failure' });
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence:
      'a reference that belongs to no payment: this browser’s order is asked about, then the error screen says so',
    when: failed('queryOutcome', ({ code }) => !['connection_error', 'request_error', 'rate_limited'].includes(code)),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      const { r, isReturnLost } = beforeOf(moment);
      if (failure?.code !== 'payment_refunded' && r !== null) {
        begins(moment, 'queryOutcome');
        expect(checkout(moment)).toMatchObject({ r: null, payment: null, isReturnLost: true });
        return;
      }
      if (failure?.code !== 'payment_refunded' && isReturnLost) return declines(moment, { code: 'return_not_found' });
      return declines(moment, failure ?? {});
    },
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'Back never shows a live payment button',
    when: ({ now }) => now.screen === 'complete',
    refuses: ['checkout.submit', 'payment.submit', 'step.back', 'order.cancel', 'hold.extend'],
  },
  {
    docs: 'docs/product.md#screen-confirm',
    sentence: 'while the payment runs it cannot be sent, changed or cancelled',
    when: ({ now }) => now.running.some((one) => one.path === path),
    refuses: ['checkout.submit', 'payment.submit', 'step.back', 'step.change', 'customer.submit', 'hold.extend'],
    must: (moment) =>
      expect(moment.now.app.getSnapshot().context.paying, 'the page is not left, nor its language changed').toBe(true),
  },
  {
    docs: 'docs/charts.md#language-during-a-payment',
    sentence: 'before and after a payment the language can be chosen',
    when: ({ now }) => !now.running.some((one) => one.path === path),
    must: ({ now }) => expect(now.app.getSnapshot().context.paying).toBe(false),
  },
];
