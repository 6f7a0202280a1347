import { passMinutes } from '#test/api/kit/arrange.ts';
import { holdCall } from '#test/browser/kit/hold.ts';
import { tokenIn } from '#test/browser/kit/site-walk.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, type Walk } from './walk.ts';

export const timeScenes = [
  'payment.hold-warning',
  'payment.kept-again',
  'confirm.slow',
] as const satisfies readonly Scene[];

/** Effects of time, with a controlled clock: the hold ends, the payment takes long. */
export const time: Walk<(typeof timeScenes)[number]> = async function* (guide) {
  const { visitor, shop, site } = guide;
  const { page, at, click, clickTo } = visitor;
  const { clock } = page;
  await arrive(guide);
  await walk.chooseTickets(visitor);
  await walk.submitToPayment(visitor);
  await walk.fillCard(visitor);
  await clock.pauseAt(Date.now() + 1000);
  await clock.fastForward('12:00');
  await passMinutes(shop, await tokenIn(visitor, site), 13);
  await clock.fastForward('01:05');
  await page.getByRole('dialog').waitFor();
  yield 'payment.hold-warning';
  await click('dialog.ok');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await passMinutes(shop, await tokenIn(visitor, site), 16);
  await shop.sweep();
  await clock.fastForward('16:00');
  await page.locator('.toast').waitFor();
  yield 'payment.kept-again';
  await clock.resume();
  await clickTo('payment.submit', 'purchase.confirm');

  const paying = await holdCall(visitor, 'checkout');
  await click('checkout.submit');
  await paying.reached;
  const textBefore = await page.locator('main').innerText();
  await clock.fastForward('00:11');
  await page.waitForFunction((before) => document.querySelector('main')?.innerText !== before, textBefore);
  yield 'confirm.slow';
  paying.release();
  await at('purchase.complete');
};
