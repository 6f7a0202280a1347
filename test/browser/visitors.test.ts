import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Page translators. */
const { lane } = await openFixture();

/** Changes the page as translators do: every text is wrapped in two <font> elements. */
const translate = ({ page }: Visitor) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, option, title, [translate="no"]')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

it('a page translator does not break any step', async () => {
  const visitor = await lane.visit({ lang: 'en' });
  const charged = await lane.charges();
  const { click, clickTo } = visitor;
  await visitor.open('', 'purchase.order.choosing');
  // the app has taken over the server's page
  await visitor.page.waitForFunction(() => !('earlyInput' in window));
  const steps: readonly (() => Promise<unknown>)[] = [
    () => walk.chooseDay(visitor),
    () => walk.chooseTickets(visitor),
    () => walk.submitOrder(visitor),
    () => click('customer.submit').then(() => visitor.page.getByRole('alert').waitFor()),
    () => walk.fillCustomer(visitor).then(() => walk.submitCustomer(visitor)),
    () => walk.payWith(visitor, walk.cards.declined),
    () => clickTo('checkout.submit', 'purchase.payment.choosing'),
    () => walk.payWith(visitor),
    () => walk.submitCheckout(visitor),
    () => clickTo('page.requested.ticket', 'ticket'),
  ];
  for (const step of steps) {
    await translate(visitor);
    await step();
  }
  await visitor.page.locator('svg.qr').waitFor();
  expect(await lane.charges()).toBe(charged + 1);
  expect(visitor.faults().filter((fault) => !fault.startsWith('402 POST'))).toEqual([]);
});
