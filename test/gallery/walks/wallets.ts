import * as walk from '#test/browser/kit/walk.ts';
import { chooseCard, openSheet, walletButtons, withWallets } from '#test/browser/kit/wallet-sheet.ts';
import type { Scene } from '../scenes.ts';
import { arrive, type Walk } from './walk.ts';

export const walletScenes = [
  'sign-in.wallets',
  'payment.wallets',
  'sign-in.filled',
] as const satisfies readonly Scene[];

/** A purchase on a device with wallets. */
export const wallets: Walk<(typeof walletScenes)[number]> = async function* (guide) {
  const { visitor } = guide;
  const offered = () => walletButtons(visitor).locator('button:visible').first().waitFor();
  await arrive(guide);
  await visitor.page.evaluate(withWallets(['apple_pay', 'google_pay', 'link']));
  await walk.chooseTickets(visitor);
  await walk.submitOrder(visitor);
  await offered();
  yield 'sign-in.wallets';

  await walk.fillCustomer(visitor);
  await walk.submitCustomer(visitor);
  await offered();
  yield 'payment.wallets';

  await visitor.clickTo('step.back', 'purchase.sign-in.editing');
  await openSheet(visitor, 'apple_pay');
  await chooseCard(visitor, 'visa');
  await visitor.page.locator('.notice-box').waitFor();
  yield 'sign-in.filled';
};
