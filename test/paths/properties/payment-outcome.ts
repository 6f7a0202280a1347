import { expect } from 'vitest';
import type { FailureDetails } from '#src/domain/failures.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { begins, chartData, offers, opensDialog, purchase, purchaseBefore, shows } from './rule.ts';

/** What the properties of a payment have in common. */

export const path = 'app/purchase/checkout';
export const checkout = (moment: Moment): Fields => chartData(moment, path);
export const beforeOf = ({ before }: Moment): Fields =>
  fieldsOf(before.running.find((one) => one.path === path)?.snapshot.context);
export const replies = ['postCheckout', 'confirmPayment'] as const;
export const status = (wanted: string) => (output: Fields) => output.status === wanted;
export const isDecline = ({ code, unknown }: FailureDetails): boolean => !unknown && code !== 'idempotency_key_reused';

/** Nobody knows yet: the page says so, and asks again by itself and on request. */
export const waits = (moment: Moment, seconds: unknown): void => {
  shows(moment, 'payment-callback');
  begins(moment);
  offers(moment, 'checkout.ask');
  const clocks = moment.now.waiting.filter((one) => one.isClock && one.path.startsWith(`${path}/`));
  expect(
    clocks.map(({ input }) => input),
    'asks again by itself',
  ).toEqual([{ for: Number(seconds) * 1000 }]);
};

/** It is known that nothing was paid: the order is read again, and the payment step says why. */
export const declines = (moment: Moment, failure: Partial<FailureDetails>): void => {
  expect(
    moment.now.running.some((one) => one.path === path),
    'the payment is over',
  ).toBe(false);
  expect(purchase(moment)?.payment, 'a payment token is used once').toBeNull();
  const { token, failure: reason, completion, site } = purchase(moment) ?? {};
  const isOpen = token !== null && completion === null;
  const isReset = ['session_timeout', 'payment_refunded', 'token_not_found'].includes(failure.code ?? '');
  if (failure.code === 'payment_api_failure' && !isOpen) shows(moment, 'error');
  else if (failure.code === 'payment_api_failure') {
    expect(reason).toMatchObject(failure);
    expect(purchase(moment)?.changing, 'in its change variant').toBe(true);
    begins(moment, 'readOrder');
  } else if (failure.code === 'return_not_found') {
    shows(moment, 'error', 'complete');
    expect(reason).toMatchObject(failure);
    begins(moment);
  } else if (isReset) {
    shows(moment, site?.onlyMail ? 'error' : 'order');
    const code = failure.code === 'payment_refunded' ? failure.code : 'session_timeout';
    opensDialog(moment, { code, unknown: false });
    expect(reason, 'why').toMatchObject({ code });
    begins(moment);
  } else {
    shows(moment, 'resuming');
    begins(moment, 'readOrder');
    // What ended the order is what the order that is read says.
    if (failure.code !== 'order_closed') expect(reason).toMatchObject(failure);
  }
};

export const completes = (moment: Moment): void => {
  const { completion } = fieldsOf(moment.answer?.output);
  // Another page may be in front of the purchase.
  expect(moment.now.step, 'the step').toBe('complete');
  begins(moment);
  const old = purchaseBefore(moment)?.order ?? null;
  expect(purchase(moment)).toMatchObject({
    ...{ completion, token: null, customer: null, method: null, payment: null, sentTo: null, drafts: {} },
    order: old && {
      ...{ ...old, customer_info: null, payment_method: null },
      coupon: old.coupon && { ...old.coupon, coupon_code: '' },
    },
  });
};
