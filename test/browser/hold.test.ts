import { describe, expect, it } from 'vitest';
import { customer, pay } from '#test/api/kit/buyer.ts';
import { leaveSeats, passMinutes, seatsOf } from '#test/api/kit/time.ts';
import { openFixture } from './kit/fixture.ts';
import { tokenIn } from './kit/scene.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/**
 * The duration of a hold (docs/charts.md#hold-in-the-client), and what another tab does to an order. The test controls the time
 * of page and database.
 */

const { shop, lane } = await openFixture();

const dialog = ({ page }: Visitor) => page.getByRole('dialog');
const strip = ({ page }: Visitor) => page.getByRole('region', { name: 'Tickets kept for you' });
const tokenOf = (visitor: Visitor) => tokenIn(visitor, 'borderless');

/** Stops the page's clock; it advances only by explicit calls. */
const stopClock = ({ page }: Visitor) => page.clock.pauseAt(Date.now() + 1000);

const soldOutToOthers = async (visitor: Visitor, slot: string) => {
  await leaveSeats(shop, slot, 0);
  return async () => {
    await visitor.at('purchase.order.choosing');
    const time = visitor.control('timespan.choose', slot);
    await time.waitFor();
    expect(await time.isEnabled()).toBe(true);
    expect(await time.isChecked()).toBe(true);
    await visitor.click('order.submit');
    await visitor.at('purchase.sign-in.editing');
  };
};

describe('the end of a hold', () => {
  it('is announced two minutes before by a dialog that offers more time', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await visitor.page.clock.install();
    await walk.toPayment(visitor);
    await walk.fillCard(visitor);
    await stopClock(visitor);
    await visitor.page.clock.fastForward('12:00');
    await strip(visitor).getByText('2 more minutes').waitFor();
    expect(await dialog(visitor).count()).toBe(0);
    await passMinutes(shop, await tokenOf(visitor), 13);
    await visitor.page.clock.fastForward('01:05');
    await dialog(visitor).getByText('Your tickets are kept for two more minutes').waitFor();
    await visitor.click('dialog.ok');
    await strip(visitor).getByText('15 more minutes').or(strip(visitor).getByText('14 more minutes')).waitFor();
    expect(await dialog(visitor).count()).toBe(0);
    expect(await visitor.control('method.choose', 'stripe_secure').isChecked()).toBe(true);
  });

  it('makes the page hold the tickets again without losing input', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await visitor.page.clock.install();
    const slot = await walk.toPayment(visitor);
    await walk.fillCard(visitor);
    const { held } = await seatsOf(shop, slot);
    await stopClock(visitor);
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    expect(await seatsOf(shop, slot)).toMatchObject({ held: held - 2 });
    await visitor.page.clock.fastForward('16:00');
    await visitor.page.getByText('Your tickets are being kept for you again.').waitFor();
    expect(await seatsOf(shop, slot)).toMatchObject({ held });
    expect(await dialog(visitor).count(), 'no warning of what is over').toBe(0);
    await visitor.page.clock.resume();
    await visitor.click('payment.submit');
    await visitor.at('purchase.confirm');
  });

  it('that cannot be extended clears the storage; language, site and typed input stay until the page is closed', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const slot = await walk.toPayment(visitor);
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    await leaveSeats(shop, slot, 0);
    await visitor.click('hold.extend');
    await visitor.at('purchase.order');
    await dialog(visitor).getByText('We could not keep your tickets any longer').waitFor();
    const stored = (await visitor.stored())['ticket-store:borderless'] ?? '';
    for (const removed of [customer.email, customer.phone, slot]) expect(stored).not.toContain(removed);
    await visitor.click('dialog.ok');
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
    await walk.chooseTickets(visitor);
    await visitor.click('order.submit');
    await visitor.at('purchase.sign-in.editing');
    expect(await visitor.field('email').inputValue()).toBe(customer.email);
  });
});

describe('a visitor’s own hold on the last seats does not block the visitor', () => {
  it('after a reload', async () => {
    const visitor = await lane.visit();
    const expectContinued = await soldOutToOthers(visitor, await walk.toSignIn(visitor));
    await visitor.page.goBack();
    await visitor.at('purchase.order');
    await visitor.page.reload();
    await expectContinued();
  });
});

describe('a tab whose order is paid', () => {
  it('in another tab shows the tickets instead of the pay button', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    const twin = await visitor.twin();
    await twin.at('purchase.confirm');
    await twin.click('checkout.submit');
    await twin.at('purchase.complete');
    await visitor.at('purchase.complete');
    const number = (tab: Visitor) => tab.page.locator('.number').textContent();
    // Only the tab that paid has the whole number.
    const [own = '', other = ''] = [await number(twin), await number(visitor)].map(String);
    expect(own).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}$/);
    expect(other.slice(-4)).toBe(own.slice(-4));
    await visitor.page.goBack();
    await visitor.at('purchase.complete');
    expect(await visitor.control('checkout.submit').count()).toBe(0);
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('in another browser shows the tickets when it becomes visible or is reloaded', async () => {
    const seen = await lane.visit({ lang: 'en' });
    await walk.toPayment(seen);
    const loaded = await seen.twin();
    await loaded.at('purchase.payment.choosing');
    const token = await tokenOf(seen);
    const [, price = ''] = /"price":(\d+),"status"/.exec((await seen.stored())['ticket-store:borderless'] ?? '') ?? [];
    expect((await pay(shop, { token, price: Number(price) })).status).toBe(200);
    await seen.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen.at('purchase.complete');
    await loaded.page.reload();
    await loaded.at('purchase.complete');
  });
});
