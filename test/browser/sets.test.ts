import { describe, expect, it } from 'vitest';
import { readLedger } from '#test/api/kit/buyer.ts';
import { audio, booklet, setsLeft } from '#test/api/kit/extras.ts';
import { audit } from './kit/axe.ts';
import { meter } from './kit/cost.ts';
import { openFixture } from './kit/fixture.ts';
import { holdCall } from './kit/hold.ts';
import type { devices } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Set products during a purchase (docs/product.md#screen-order): those of server/seed/sites/borderless-sets.ts. */
const { shop, lane } = await openFixture();

const guides = 'Audio guide';
const booklets = 'Exhibition booklet';
const more = ({ page }: Visitor, name: string) => page.getByRole('button', { name: `Add one ${name}` }).click();
const extras = ({ page }: Visitor) => page.getByRole('heading', { name: 'Extras for your visit' });
const yenIn = (text: string | null) => Number(text?.replace(/\D/g, ''));
const total = async ({ page }: Visitor) => yenIn(await page.locator('.total-bar .amount').textContent());
const readMain = async ({ page }: Visitor) => (await page.locator('main').textContent()) ?? '';

/** Chooses tickets and waits for the offered set products. Returns the slot's id. */
const toOffered = async (visitor: Visitor): Promise<string> => {
  const slot = await walk.toChosen(visitor);
  await extras(visitor).waitFor();
  return slot;
};

const toPayment = async (visitor: Visitor): Promise<void> => {
  await visitor.click('order.submit');
  await visitor.at('purchase.sign-in.editing');
  await walk.fillCustomer(visitor);
  await visitor.click('customer.submit');
  await visitor.at('purchase.payment.choosing');
};

/** Pays. Returns the amount in yen that the provider charged for this order. */
const payFor = async ({ page, click, at }: Visitor): Promise<number> => {
  const request = page.waitForRequest(/\/orders\/checkout\//);
  await click('checkout.submit');
  await at('purchase.complete');
  return (await readLedger(shop, (await request).url().split('/').at(-1) ?? '')).captured;
};

describe('set products', () => {
  it.each<[keyof typeof devices]>([['phone'], ['desktop']])(
    'are offered on a %s with few requests and no layout shift',
    async (device) => {
      const visitor = await lane.visit({ device, lang: 'en', context: { reducedMotion: 'no-preference' } });
      const costOf = await meter(visitor.page);
      await visitor.open();
      await walk.chooseDay(visitor);
      await costOf('day');
      // Set products load late; what is already shown must not move.
      const late = await holdCall(visitor, 'searchSetProducts', 'after the answer');
      await walk.chooseTime(visitor);
      await late.reached;
      // A layout shift within half a second of a click would not be counted.
      const clickedAt = await visitor.page.evaluate(() => performance.now());
      await visitor.page.waitForFunction((at) => performance.now() > at + 600, clickedAt);
      late.release();
      await extras(visitor).waitFor();
      const { requests, own } = await costOf('time');
      expect(requests.toSorted()).toEqual(['/api/v1/products/orderable_stocks', '/api/v1/setproducts/search']);
      expect(own).toBeLessThanOrEqual(0.02);
      await more(visitor, guides);
      expect((await audit(visitor.page)).violations).toEqual([]);
      expect(visitor.faults()).toEqual([]);
    },
  );

  it('are paid with the tickets, and listed on every page and in the mail', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const { page } = visitor;
    const slot = await toOffered(visitor);
    const tickets = await total(visitor);
    await more(visitor, guides);
    await more(visitor, guides);
    await more(visitor, booklets);
    expect(await total(visitor)).toBe(tickets + 2 * 600 + 1200);
    await toPayment(visitor);
    expect(await readMain(visitor)).toContain('Audio guide × 2');
    await walk.payWith(visitor);
    expect(await readMain(visitor)).toMatch(/Exhibition booklet × 1.*Audio guide × 2/);
    expect(await payFor(visitor)).toBe(tickets + 2 * 600 + 1200);
    expect(await readMain(visitor)).toMatch(/Exhibition booklet × 1.*Audio guide × 2/);
    expect([await setsLeft(shop, slot, audio), await setsLeft(shop, slot, booklet)]).toEqual([28, 19]);
    await page.goto(`${lane.url}/sandbox/mails`);
    const mail = page.locator('article').first();
    expect(await mail.textContent()).toMatch(/Exhibition booklet × 1\n.*Audio guide × 2/);
  });
});
