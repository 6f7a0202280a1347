import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { holdCall } from '#test/browser/kit/hold.ts';
import { answerBank, fillMethod } from '#test/browser/kit/pay.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, forget, type Walk } from './walk.ts';

export const changeScenes = [
  ...['payment.coupon', 'payment.free', 'order.change', 'sign-in.change', 'payment.change', 'confirm.bank'],
  ...['payment-callback.waiting', 'error.lost-return', 'mail-confirm.offered', 'resuming.reading'],
  ...['mail-confirm.dead'],
] as const satisfies readonly Scene[];

/** Coupons, changes from the confirmation page, and the bank's answers. */
export const changes: Walk<(typeof changeScenes)[number]> = async function* (guide) {
  const { visitor, shop } = guide;
  const { page, at, click, clickTo, fill, control } = visitor;
  await walk.toPayment(visitor);
  await fill('coupon', 'LIGHT500');
  await click('coupon.apply');
  await control('coupon.remove').waitFor();
  await at('purchase.payment.choosing');
  yield 'payment.coupon';
  await click('coupon.remove');
  await visitor.field('coupon').waitFor();
  await fillMethod(visitor, 'free');
  await at('purchase.payment.choosing');
  yield 'payment.free';
  await click('coupon.remove');
  await visitor.field('coupon').waitFor();

  await walk.payWith(visitor, walk.cards.challenged);
  await clickTo('step.change', 'purchase.order.choosing', 'order');
  await page.locator('[data-event="timespan.choose"]').first().waitFor();
  yield 'order.change';
  await clickTo('order.submit', 'purchase.confirm');
  await clickTo('step.change', 'purchase.sign-in.editing', 'sign-in');
  yield 'sign-in.change';
  await clickTo('customer.submit', 'purchase.confirm');
  await clickTo('step.change', 'purchase.payment.choosing', 'payment');
  yield 'payment.change';

  await walk.payWith(visitor, walk.cards.challenged);
  await clickTo('checkout.submit', 'purchase.checkout.challenging');
  await page.locator('dialog[open] iframe').contentFrame().locator('#sum').waitFor();
  yield 'confirm.bank';
  await answerBank(visitor, 'fail');
  await at('purchase.payment.choosing');

  await walk.payWith(visitor);
  await setFault(shop, { route: 'payment_intents.create', fault: 'processing', times: 1 });
  await clickTo('checkout.submit', 'purchase.checkout.waiting');
  yield 'payment-callback.waiting';
  await clearFaults(shop);

  await forget(visitor);
  await arrive(guide, '#/payment-callback/stripe_secure/success?r=zzzz', 'purchase.error');
  yield 'error.lost-return';

  await forget(visitor);
  const reading = await holdCall(visitor, 'getOrderMail');
  await arrive(guide, '#/mail-confirm?token=no-such-link', 'mail-confirm');
  yield 'mail-confirm.offered';
  await click('mail.confirm');
  await reading.reached;
  await at('purchase.resuming');
  yield 'resuming.reading';
  reading.release();
  await at('purchase.dead-link');
  yield 'mail-confirm.dead';
};
