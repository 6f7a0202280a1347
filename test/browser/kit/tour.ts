import type { Shop } from '#test/api/kit/shop.ts';
import { leaveSeats } from '#test/api/kit/time.ts';
import { cutCall, holdCall } from './hold.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** The scenes on the way through the shop, in sequence. */
export const scenes = [
  'not-found',
  'error',
  'order-empty',
  'order-error',
  'order-chosen',
  'order-sold-out',
  'dialog',
  'sign-in',
  'sign-in-errors',
  'payment',
  'confirm',
  'payment-declined',
  'paying',
  'checking',
  'complete',
  'complete-correcting',
  'complete-corrected',
  'ticket',
] as const;
export type Scene = (typeof scenes)[number];

/** One purchase with all variations; yields at each scene and continues on request. */
export async function* tour(visitor: Visitor, shop: Shop): AsyncGenerator<Scene> {
  const { page, open, at, click } = visitor;
  const alert = page.getByRole('alert').first();

  await open('#/nowhere');
  await at('not-found');
  yield 'not-found';
  await visitor.type('#/error');
  await at('purchase.error');
  yield 'error';
  await click('order.again');
  await at('purchase.order.choosing');
  yield 'order-empty';

  await walk.chooseDay(visitor);
  await click('order.submit');
  await page.locator(':focus[data-event="timespan.choose"]').waitFor();
  yield 'order-error';
  const slot = await walk.chooseTickets(visitor);
  yield 'order-chosen';

  await leaveSeats(shop, slot, 1);
  await click('order.submit');
  const offered = alert.locator('[data-event="timespan.choose"]').first();
  await offered.waitFor();
  yield 'order-sold-out';
  await offered.click();
  await at('purchase.order.choosing');

  await page.context().setOffline(true);
  await click('order.submit');
  await page.getByRole('dialog').waitFor();
  yield 'dialog';
  await page.context().setOffline(false);
  await click('dialog.ok');
  await click('order.submit');
  await at('purchase.sign-in.editing');
  yield 'sign-in';
  await click('customer.submit');
  await alert.waitFor();
  yield 'sign-in-errors';

  await walk.fillCustomer(visitor);
  await click('customer.submit');
  await at('purchase.payment.choosing');
  await walk.fillCard(visitor, walk.cards.declined);
  yield 'payment';
  await click('payment.submit');
  await at('purchase.confirm');
  yield 'confirm';
  await click('checkout.submit');
  await at('purchase.payment.choosing');
  await alert.waitFor();
  yield 'payment-declined';

  await walk.payWith(visitor);
  await cutCall(visitor, 'checkout', 'after the answer');
  const paying = await holdCall(visitor, 'checkout', 'before it is sent');
  const polling = await holdCall(visitor, 'getOrder', 'before it is sent');
  await click('checkout.submit');
  await paying.reached;
  yield 'paying';
  paying.release();
  await polling.reached;
  await at('purchase.checkout.asking');
  yield 'checking';
  polling.release();
  await at('purchase.complete');
  yield 'complete';
  await click('email.correct');
  await visitor.field('email').waitFor();
  yield 'complete-correcting';
  await visitor.fill('email', 'taro@visitor.example');
  await click('email.submit');
  await visitor.control('email.correct').waitFor();
  yield 'complete-corrected';
  await click('page.requested.ticket');
  await at('ticket');
  await page.locator('svg.qr').waitFor();
  yield 'ticket';
}
