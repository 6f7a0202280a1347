import { expect, it } from 'vitest';
import { newSlot } from '#test/api/kit/arrange.ts';
import { newBrowser, orderAs, sitesWithQueue } from '#test/api/kit/queue.ts';
import { audit } from './kit/auditors.ts';
import { openFixture } from './kit/fixture.ts';
import { recordSpeech } from './kit/speech.ts';
import * as walk from './kit/walk.ts';

/** The waiting room as a visitor has it, with a screen reader too (docs/product.md#screen-queue). */
const { sites } = sitesWithQueue({ ordersPerMinute: 1 });
const { shop, lane } = await openFixture({ sites });

/** Number of admissions; a negative one admits nobody, however long the test takes. */
const setCredit = (credit: number) => shop.db.updateTable('waiting_rooms').set({ credit }).execute();

const places = async (): Promise<number> => {
  const rows = await shop.db.selectFrom('waiting_places').select('number').where('state', '=', 'waiting').execute();
  return rows.length;
};

it('keeps a place through a reload and in a second tab, tells its turn, and lets the visitor buy', async () => {
  await orderAs(shop, await newSlot(shop), newBrowser());
  await setCredit(-1_000);
  const visitor = await lane.visit({ lang: 'en', init: recordSpeech });
  const { page } = visitor;
  await walk.toChosen(visitor);
  await visitor.clickTo('order.submit', 'purchase.order.queueing.waiting');
  const main = page.locator('#main');
  expect(await main.ariaSnapshot()).toMatch(
    /heading "You are in the queue" \[level=1\][\s\S]*status: About 1 minute to wait[\s\S]*Nobody is ahead of you/,
  );
  expect(await audit(page)).toMatchObject({ violations: [] });

  await page.reload();
  await visitor.at('purchase.order.queueing.waiting');
  const twin = await visitor.twin();
  await twin.at('purchase.order.queueing.waiting');
  await twin.clickTo('queue.leave', 'purchase.order.choosing');
  await twin.clickTo('order.submit', 'purchase.order.queueing.waiting');
  expect(await places()).toBe(1);
  await twin.page.close();

  await setCredit(1);
  await visitor.at('purchase.order.queueing.admitted');
  expect(await page.title()).toMatch(/^It is your turn/);
  expect((await page.evaluate<string[]>('window.spoken')).join('\n')).toContain(
    'Continue to your tickets within 5 minutes. After that, it is the next person’s turn.',
  );
  expect(await main.ariaSnapshot()).toContain('button "Continue to your tickets"');

  await visitor.primary().click();
  await visitor.at('purchase.order.choosing');
  await walk.submitToPayment(visitor);
  await walk.payWith(visitor);
  await walk.submitCheckout(visitor);
});
