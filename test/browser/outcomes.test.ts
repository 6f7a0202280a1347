import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/time.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import { cards, chooseTickets, payWith, toChosen, toConfirm, toPayment } from './kit/walk.ts';

const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const bank = ({ page }: Visitor) => page.frameLocator('dialog[open] iframe');
const dialog = ({ page }: Visitor) => page.getByRole('dialog');

const tokenOf = async ({ stored }: Visitor): Promise<string> => {
  const snapshot = (await stored())['ticket-store:borderless'] ?? '';
  return /"token":"([^"]+)"/.exec(snapshot)?.[1] ?? '';
};

describe('the identity check of the bank', () => {
  it('is passed: the tickets are bought', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.checkout.challenging');
    await bank(visitor).locator('button[value=complete]').click();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('is failed: the reason stands on top of the payment, another card pays', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.press('checkout.submit');
    await bank(visitor).locator('button[value=fail]').click();
    await visitor.at('purchase.payment.choosing');
    const reason = visitor.page.getByRole('alert');
    await reason.waitFor();
    expect(await reason.textContent()).toMatch(/identity|bank/i);
    expect(await lane.charges()).toBe(charged);
    await payWith(visitor);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('is closed by the visitor: nothing is charged, the payment can be tried again', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.press('checkout.submit');
    await bank(visitor).locator('button[value=cancel]').waitFor();
    await visitor.page.keyboard.press('Escape');
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').waitFor();
    expect(await lane.charges()).toBe(charged);
  });
});

describe('a declined card', () => {
  it('leads back to the payment with the reason on top, and the next card pays once', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.declined);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.payment.choosing');
    const reason = visitor.page.getByRole('alert');
    await reason.waitFor();
    const above = await Promise.all([reason.boundingBox(), visitor.control('method.choose').boundingBox()]);
    expect(above[0]?.y).toBeLessThan(above[1]?.y ?? 0);
    await payWith(visitor);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('a time that was sold out meanwhile', () => {
  it('is named, the nearest free times are offered, and everything else is kept', async () => {
    const visitor = await lane.visit();
    const slot = await toChosen(visitor);
    const { page, at, press, field, control } = visitor;
    const time = await page.locator(`label:has([data-key="${slot}"]) .time`).textContent();
    await leaveSeats(shop, slot, 1);
    await press('order.submit');
    const gone = page.getByRole('alert').filter({ hasText: time ?? 'a time' });
    await gone.waitFor();
    await at('purchase.order.choosing');
    const offered = gone.locator('[data-event="timespan.choose"]');
    await offered.first().waitFor();
    expect(await offered.count()).toBeGreaterThan(1);
    expect(await field('admission-adult').inputValue()).toBe('1');
    expect(await field('admission-child').inputValue()).toBe('1');
    expect(await control('timespan.choose', slot).isChecked()).toBe(false);

    await offered.first().click();
    await at('purchase.order.choosing');
    await press('order.submit');
    await at('purchase.sign-in.editing');
    expect(visitor.faults()).toEqual(['409 POST /api/v1/orders']);
  });
});

describe('a reservation whose time ran out', () => {
  it('and whose seats are gone: told by a dialog, order page, what was typed is there again', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const slot = await toPayment(visitor);
    const { at, press, field, page } = visitor;
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    await leaveSeats(shop, slot, 0);
    await press('hold.extend');
    await at('purchase.order');
    await dialog(visitor).waitFor();
    expect(await dialog(visitor).textContent()).toContain('We could not keep your tickets any longer');
    await press('dialog.ok');
    expect(visitor.hash()).toBe('#/order');

    await chooseTickets(visitor);
    await press('order.submit');
    await at('purchase.sign-in.editing');
    expect(await field('fullname').inputValue()).toBe(customer.fullname);
    expect(await field('email').inputValue()).toBe(customer.email);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('and whose seats are still free: they are taken again, nothing is lost', async () => {
    const visitor = await lane.visit();
    await toConfirm(visitor);
    const charged = await lane.charges();
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('a server that cannot be reached', () => {
  it('is told by a dialog; the same press works when it is back', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await toChosen(visitor);
    const { page, at, press } = visitor;
    await page.context().setOffline(true);
    await press('order.submit');
    await dialog(visitor).waitFor();
    expect(await dialog(visitor).textContent()).toContain('Unable to connect to the server');
    await page.context().setOffline(false);
    await press('dialog.ok');
    await at('purchase.order.choosing');
    await press('order.submit');
    await at('purchase.sign-in.editing');
    expect(await visitor.field('fullname').isVisible()).toBe(true);
  });
});
