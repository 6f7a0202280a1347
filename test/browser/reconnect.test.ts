import { describe, expect, it } from 'vitest';
import { exampleSites } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/**
 * A shop in app mode `reconnect` (docs/product.md#lost-connection): requests that failed for lack of a connection are repeated
 * automatically.
 */
const sites = exampleSites(undefined, { borderless: { operator: { app_mode: ['reconnect'] } } });
const { lane, orders } = await openFixture({ sites });

const strip = ({ page }: Visitor) => page.getByRole('region', { name: 'Connection' });

/** Waits until the code that repeats requests is loaded, which happens after the start. */
const ready = ({ page }: Visitor) => page.locator('.bottom-bar').waitFor({ state: 'attached' });

describe('a lost connection', () => {
  it.each(sampled('clicks without a connection', [walk.clicks.filter(({ event }) => event !== 'payment.submit')]))(
    'at $event is shown in a strip, and the request is repeated automatically',
    async ({ event, go, after }) => {
      const visitor = await lane.visit({ lang: 'en' });
      const { page } = visitor;
      const [made, before] = [await orders(), await lane.charges()];
      await go(visitor);
      await ready(visitor);
      const state = await visitor.state();
      await page.context().setOffline(true);
      await strip(visitor).waitFor();
      expect(await strip(visitor).textContent()).toContain('The connection is lost.');
      const sent = page.waitForEvent('requestfailed');
      await visitor.click(event);
      await sent;
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await visitor.state()).not.toBe(after);
      expect(await visitor.state()).not.toBe(state);
      await page.context().setOffline(false);
      await visitor.at(after);
      await strip(visitor).waitFor({ state: 'detached' });
      const charged = Number(event === 'checkout.submit');
      expect([await orders(), await lane.charges()]).toEqual([made + 1, before + charged]);
    },
  );

  it('while the visitor only reads moves nothing and sends nothing', async () => {
    const visitor = await lane.visit({ device: 'narrow', lang: 'en' });
    await visitor.open();
    await visitor.at('purchase.order.choosing');
    await ready(visitor);
    const title = await visitor.page.locator('h1').boundingBox();
    await visitor.page.context().setOffline(true);
    await strip(visitor).waitFor();
    expect(await visitor.page.locator('h1').boundingBox()).toEqual(title);
    await visitor.page.context().setOffline(false);
    await strip(visitor).waitFor({ state: 'detached' });
    expect(visitor.faults()).toEqual([]);
  });
});
