import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/time.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import { cards, chooseTickets, payWith, toChosen, toConfirm, toPayment } from './kit/walk.ts';

const { shop, lane } = await openFixture();

const bank = ({ page }: Visitor) => page.frameLocator('dialog[open] iframe');
const dialog = ({ page }: Visitor) => page.getByRole('dialog');

const tokenOf = async ({ stored }: Visitor): Promise<string> => {
  const snapshot = (await stored())['ticket-store:borderless'] ?? '';
  return /"token":"([^"]+)"/.exec(snapshot)?.[1] ?? '';
};

describe('the identity check of the bank', () => {
  it('passed: the tickets are bought', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.checkout.challenging');
    await bank(visitor).locator('button[value=complete]').click();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('failed: the payment step shows the reason at the top, and another card pays', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.click('checkout.submit');
    await bank(visitor).locator('button[value=fail]').click();
    await visitor.at('purchase.payment.choosing');
    const reason = visitor.page.getByRole('alert');
    await reason.waitFor();
    expect(await reason.textContent()).toMatch(/identity|bank/i);
    expect(await lane.charges()).toBe(charged);
    await payWith(visitor);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('closed by the visitor: nothing is charged, and the payment can be retried', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await toConfirm(visitor, cards.challenged);
    await visitor.click('checkout.submit');
    await bank(visitor).locator('button[value=cancel]').waitFor();
    await visitor.page.keyboard.press('Escape');
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').waitFor();
    expect(await lane.charges()).toBe(charged);
  });
});

describe('a declined card', () => {
  it('leads back to the payment step with the reason at the top, and the next card pays once', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toConfirm(visitor, cards.declined);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.payment.choosing');
    const reason = visitor.page.getByRole('alert');
    await reason.waitFor();
    const above = await Promise.all([reason.boundingBox(), visitor.control('method.choose').boundingBox()]);
    expect(above[0]?.y).toBeLessThan(above[1]?.y ?? 0);
    await payWith(visitor);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('a slot that was sold out meanwhile', () => {
  it('is named, the nearest free slots are offered, and all other input is unchanged', async () => {
    const visitor = await lane.visit();
    const slot = await toChosen(visitor);
    const { page, at, click, field, control } = visitor;
    const time = await page.locator(`label:has([data-key="${slot}"]) .time`).textContent();
    await leaveSeats(shop, slot, 1);
    await click('order.submit');
    const alert = page.getByRole('alert').filter({ hasText: time ?? 'a time' });
    await alert.waitFor();
    await at('purchase.order.choosing');
    const offered = alert.locator('[data-event="timespan.choose"]');
    await offered.first().waitFor();
    expect(await offered.count()).toBeGreaterThan(1);
    expect(await field('admission-adult').inputValue()).toBe('1');
    expect(await field('admission-child').inputValue()).toBe('1');
    expect(await control('timespan.choose', slot).isChecked()).toBe(false);

    await offered.first().click();
    await at('purchase.order.choosing');
    await click('order.submit');
    await at('purchase.sign-in.editing');
    expect(visitor.faults()).toEqual(['409 POST /api/v1/orders']);
  });
});

describe('an expired hold', () => {
  it('without free seats: a dialog, then the order page with the typed input', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const slot = await toPayment(visitor);
    const { at, click, field, page } = visitor;
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    await leaveSeats(shop, slot, 0);
    await click('hold.extend');
    await at('purchase.order');
    await dialog(visitor).waitFor();
    expect(await dialog(visitor).textContent()).toContain('We could not keep your tickets any longer');
    await click('dialog.ok');
    expect(visitor.hash()).toBe('#/order');

    await chooseTickets(visitor);
    await click('order.submit');
    await at('purchase.sign-in.editing');
    expect(await field('fullname').inputValue()).toBe(customer.fullname);
    expect(await field('email').inputValue()).toBe(customer.email);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('with free seats: they are held again, and nothing is lost', async () => {
    const visitor = await lane.visit();
    await toConfirm(visitor);
    const charged = await lane.charges();
    await passMinutes(shop, await tokenOf(visitor), 16);
    await shop.sweep();
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('an unreachable server', () => {
  it('is reported by a dialog, and the same click works when it is back', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await toChosen(visitor);
    const { page, at, click } = visitor;
    await page.context().setOffline(true);
    await click('order.submit');
    await dialog(visitor).waitFor();
    expect(await dialog(visitor).textContent()).toContain('Unable to connect to the server');
    await page.context().setOffline(false);
    await click('dialog.ok');
    await at('purchase.order.choosing');
    await click('order.submit');
    await at('purchase.sign-in.editing');
    expect(await visitor.field('fullname').isVisible()).toBe(true);
  });
});
