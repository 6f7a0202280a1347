import { getFieldTemplates } from '#src/api/contract/catalogue.ts';
import { chooseMethod } from '#test/browser/kit/pay.ts';
import { chooseTickets, fillForm, readAt, soldAt, toPaymentAt } from '#test/browser/kit/site-walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, type Walk } from './walk.ts';

/** Scenes that the first site does not have. */
export const mailScenes = ['sended-mail.waiting'] as const satisfies readonly Scene[];
export const methodScenes = ['payment.methods'] as const satisfies readonly Scene[];

/** A purchase that continues by a mailed link. */
export const mail: Walk<(typeof mailScenes)[number]> = async function* (guide) {
  const { visitor, shop } = guide;
  await arrive(guide);
  await chooseTickets(visitor, (await soldAt(shop, guide))[0]);
  await visitor.clickTo('order.submit', 'purchase.sign-in.editing');
  await fillForm(visitor, await readAt(shop, guide, getFieldTemplates));
  await visitor.clickTo('customer.submit', 'purchase.sended-mail.waiting');
  yield 'sended-mail.waiting';
};

/** A choice of several payment methods, one with a form on our own page. */
export const methods: Walk<(typeof methodScenes)[number]> = async function* (guide) {
  const { visitor, shop } = guide;
  await toPaymentAt(visitor, shop, guide);
  await chooseMethod(visitor, 'softbank_credit');
  await visitor.field('card_number').waitFor();
  yield 'payment.methods';
};
