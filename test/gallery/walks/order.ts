import { dated, season, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { holdCall } from '#test/browser/kit/hold.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, forget, type Walk } from './walk.ts';

export const orderScenes = [
  'order.by-season',
  'order.by-day',
  'order.searching',
  'order.placing',
  'sign-in.cancel-asked',
  'order.cancelled',
  'order.closed',
] as const satisfies readonly Scene[];

/** Serves the page without its catalogue, and without a server to request it from. */
const cutOff = async ({ page }: Visitor): Promise<void> => {
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
      await route.fulfill({ response: answer, body: html });
    },
  );
};

/** Ways to choose, pending requests, and cancelled choices. */
export const order: Walk<(typeof orderScenes)[number]> = async function* (guide) {
  const { visitor } = guide;
  const { page, at, click } = visitor;
  await arrive(guide);
  await at('purchase.order.choosing');
  await click('product.choose', season);
  await at('purchase.order.choosing');
  yield 'order.by-season';
  await walk.reopen(visitor);
  await click('product.choose', dated);
  await at('purchase.order.choosing');
  await page.locator('[data-event="day.choose"]').first().waitFor();
  yield 'order.by-day';

  await walk.reopen(visitor);
  await click('product.choose', timed);
  await at('purchase.order.choosing');
  const searching = await holdCall(visitor, 'searchProducts', 'before it is sent');
  await click('day.choose', tomorrow);
  await searching.reached;
  await page.locator('.skeleton').first().waitFor();
  yield 'order.searching';
  searching.release();
  await at('purchase.order.choosing');

  await walk.chooseTickets(visitor);
  const placing = await holdCall(visitor, 'createOrder', 'before it is sent');
  await click('order.submit');
  await placing.reached;
  yield 'order.placing';
  placing.release();
  await at('purchase.sign-in.editing');

  await click('order.cancel');
  await page.getByRole('dialog').waitFor();
  yield 'sign-in.cancel-asked';
  await click('dialog.ok');
  await at('purchase.order.choosing');
  await page.locator('.toast').waitFor();
  yield 'order.cancelled';

  await forget(visitor);
  await cutOff(visitor);
  await arrive(guide);
  await page.getByRole('dialog').waitFor();
  await click('dialog.ok');
  await visitor.control('catalogue.again').waitFor();
  yield 'order.closed';
};
