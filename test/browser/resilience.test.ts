import { expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { cutOff } from './kit/hold.ts';
import { textPattern } from './kit/texts.ts';
import * as walk from './kit/walk.ts';

const { lane, orders } = await openFixture();

it.each(sampled('unreachable server', [langs]))(
  'an unreachable server is reported in %s before any of its texts is loaded, and the shop opens when it is back',
  async (lang) => {
    const visitor = await lane.visit({ lang, device: 'phone' });
    const { page, click, at } = visitor;
    const box = page.getByRole('dialog');
    await cutOff(visitor);
    await visitor.open(lang === 'ja' ? '?lang=ja' : '');
    await box.waitFor();
    const text = await box.innerText();
    for (const id of ['connection_error_title', 'failure_connection_error', 'connection_error_ok'])
      expect(text).toMatch(textPattern(lang, id));
    expect(text).not.toMatch(textPattern(lang, 'dialog_number'));
    await click('dialog.ok');
    await box.waitFor({ state: 'detached' });
    await page.unrouteAll();
    await click('catalogue.again');
    await at('purchase.order.choosing');
    expect(await page.getByRole('radio').count()).toBeGreaterThan(0);
  },
);

it('an order that is placed without a connection is reported, and sent again by itself when the connection is back', async () => {
  const visitor = await lane.visit();
  const [made, charged] = [await orders(), await lane.charges()];
  await walk.toConfirm(visitor);
  await visitor.page.context().setOffline(true);
  await visitor.click('checkout.submit');
  await visitor.at('purchase.checkout.waiting');
  // It is unknown whether the order arrived. The page says so, and has the code for that without a connection.
  await visitor.page.getByText(textPattern('ja', 'payment_callback_unsent')).waitFor();
  await visitor.page.context().setOffline(false);
  await visitor.page.getByText(textPattern('ja', 'checkout_resent')).waitFor();
  await visitor.at('purchase.complete');
  expect([await orders(), await lane.charges()]).toEqual([made + 1, charged + 1]);
});
