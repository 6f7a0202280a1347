import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import { textPattern } from './kit/texts.ts';
import * as walk from './kit/walk.ts';

const { lane, orders } = await openFixture();

it('an order that is placed without a connection is reported, and sent again by itself when the connection is back', async () => {
  const visitor = await lane.visit();
  const [made, charged] = [await orders(), await lane.charges()];
  await walk.toConfirm(visitor);
  await visitor.page.context().setOffline(true);
  await visitor.clickTo('checkout.submit', 'purchase.checkout.waiting');
  // It is unknown whether the order arrived. The page says so, and has the code for that without a connection.
  await visitor.page.getByText(textPattern('ja', 'payment_callback_unsent')).waitFor();
  await visitor.page.context().setOffline(false);
  await visitor.page.getByText(textPattern('ja', 'checkout_resent')).waitFor();
  await visitor.at('purchase.complete');
  expect([await orders(), await lane.charges()]).toEqual([made + 1, charged + 1]);
});
