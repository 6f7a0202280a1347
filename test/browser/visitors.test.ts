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
  const { click, at } = visitor;
  await visitor.open();
  await at('purchase.order.choosing');
  // the app has taken over the server's page
  await visitor.page.waitForFunction(() => !('earlyInput' in window));
  await translate(visitor);
  await walk.chooseDay(visitor);
  await translate(visitor);
  await walk.chooseTickets(visitor);
  await translate(visitor);
  await walk.submitOrder(visitor);
  await translate(visitor);
  await click('customer.submit');
  await visitor.page.getByRole('alert').waitFor();
  await translate(visitor);
  await walk.fillCustomer(visitor);
  await walk.submitCustomer(visitor);
  await translate(visitor);
  await walk.payWith(visitor, walk.cards.declined);
  await translate(visitor);
  await click('checkout.submit');
  await at('purchase.payment.choosing');
  await translate(visitor);
  await walk.payWith(visitor);
  await translate(visitor);
  await walk.submitCheckout(visitor);
  await translate(visitor);
  await click('page.requested.ticket');
  await at('ticket');
  await visitor.page.locator('svg.qr').waitFor();
  expect(await lane.charges()).toBe(charged + 1);
  expect(visitor.faults().filter((fault) => !fault.startsWith('402 POST'))).toEqual([]);
});
