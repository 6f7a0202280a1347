import { leaveSeats } from '#test/api/kit/arrange.ts';
import { holdCall, loseReply } from '#test/browser/kit/hold.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import type { Walk } from './walk.ts';

export const purchaseScenes = [
  ...['not-found.page', 'error.kept', 'order.products', 'order.errors', 'order.chosen', 'order.sold-out'],
  ...['order.no-connection', 'sign-in.empty', 'sign-in.errors', 'payment.card', 'confirm.summary'],
  ...['payment.declined', 'confirm.paying', 'payment-callback.asking', 'complete.thanks'],
  ...['complete.correcting', 'complete.corrected', 'ticket.valid'],
] as const satisfies readonly Scene[];

/** A purchase with all its variations. */
export const purchase: Walk<(typeof purchaseScenes)[number]> = async function* ({ visitor, shop }) {
  const { page, open, at, click, clickTo } = visitor;
  const alert = page.getByRole('alert').first();

  await open('#/nowhere', 'not-found');
  yield 'not-found.page';
  await visitor.type('#/error');
  await at('purchase.error');
  yield 'error.kept';
  await clickTo('order.again', 'purchase.order.choosing');
  yield 'order.products';

  await walk.chooseDay(visitor);
  await click('order.submit');
  await page.locator(':focus[data-event="option.set"]').waitFor();
  yield 'order.errors';
  const slot = await walk.chooseTickets(visitor);
  await page.locator('[data-event="setproduct.set"]').first().waitFor({ state: 'attached' });
  yield 'order.chosen';

  await leaveSeats(shop, slot, 1);
  await click('order.submit');
  const offered = alert.locator('[data-event="timespan.choose"]').first();
  await offered.waitFor();
  yield 'order.sold-out';
  await offered.click();
  await at('purchase.order.choosing');

  await page.context().setOffline(true);
  await click('order.submit');
  await page.getByRole('dialog').waitFor();
  yield 'order.no-connection';
  await page.context().setOffline(false);
  await click('dialog.ok');
  await walk.submitOrder(visitor);
  yield 'sign-in.empty';
  await click('customer.submit');
  await alert.waitFor();
  yield 'sign-in.errors';

  await walk.fillCustomer(visitor);
  await walk.submitCustomer(visitor);
  await walk.fillCard(visitor, walk.cards.declined);
  yield 'payment.card';
  await clickTo('payment.submit', 'purchase.confirm');
  yield 'confirm.summary';
  await clickTo('checkout.submit', 'purchase.payment.choosing');
  await alert.waitFor();
  yield 'payment.declined';

  await walk.payWith(visitor);
  await loseReply(visitor, 'checkout');
  const paying = await holdCall(visitor, 'checkout');
  const polling = await holdCall(visitor, 'getOrder');
  await click('checkout.submit');
  await paying.reached;
  yield 'confirm.paying';
  paying.release();
  await polling.reached;
  await at('purchase.checkout.asking');
  yield 'payment-callback.asking';
  polling.release();
  await at('purchase.complete');
  yield 'complete.thanks';
  await click('email.correct');
  await visitor.field('email').waitFor();
  yield 'complete.correcting';
  await visitor.fill('email', 'taro@visitor.example');
  await click('email.submit');
  await visitor.control('email.correct').waitFor();
  yield 'complete.corrected';
  await clickTo('page.requested.ticket', 'ticket');
  await page.locator('svg.qr').waitFor();
  yield 'ticket.valid';
};
