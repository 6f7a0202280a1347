import { describe, expect, it } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import { customer, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { audit, isWide, smallTargets } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import { keyOn, tabTo, typeIn } from './kit/keyboard.ts';
import { devices } from './kit/lane.ts';
import { type Scene, scenes, tour } from './kit/tour.ts';
import { unroll } from './kit/unroll.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { shop, lane } = await openFixture();

describe('axe on every screen, on a desktop and at 320 px', () => {
  it.each(sampled('axe', [['ja', 'en'] as const]))('finds nothing in %s', async (lang) => {
    const visitor = await lane.visit({ lang });
    const seen: Scene[] = [];
    const faults: string[] = [];
    const undecided: string[] = [];
    for await (const scene of tour(visitor, shop)) {
      seen.push(scene);
      for (const size of ['desktop', 'narrow'] as const) {
        await unroll(visitor.page, devices[size].viewport);
        const { violations, incomplete } = await audit(visitor.page);
        for (const fault of [...violations, ...(await smallTargets(visitor.page))])
          faults.push(`${scene} ${size} ${fault}`);
        undecided.push(...incomplete.map((line) => `${scene} ${size} ${line}`));
        if (await isWide(visitor.page)) faults.push(`${scene} ${size} scrolls sideways`);
      }
      if ((await visitor.page.locator('html').getAttribute('lang')) !== lang) faults.push(`${scene}: another lang`);
      if ((await visitor.page.locator('h1').count()) !== 1) faults.push(`${scene}: not one h1`);
      await visitor.page.setViewportSize(devices.desktop.viewport);
    }
    console.log([`axe in ${lang}: ${seen.length} scenes, undecided: ${undecided.length}`, ...undecided].join('\n  '));
    expect(seen).toEqual(scenes);
    expect(faults).toEqual([]);
    expect(undecided).toEqual([]);
  });
});

const focused = ({ page }: Visitor): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase());

describe('the focus', () => {
  it('moves to the new heading after each step, to the error summary after a rejection, and back after a dialog', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const { page, click, at } = visitor;
    await walk.toSignIn(visitor);
    expect(await focused(visitor)).toBe('h1');
    await click('customer.submit');
    await page.locator('[role=alert]:focus').waitFor();
    await page.locator('[role=alert] a').first().click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullname');
    await walk.fillCustomer(visitor);
    await page.context().setOffline(true);
    await click('customer.submit');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    await page.context().setOffline(false);
    await click('dialog.ok');
    await page.locator('[data-event="customer.submit"]:focus').waitFor();
    await click('customer.submit');
    await at('purchase.payment.choosing');
    expect(await focused(visitor)).toBe('h1');
    await walk.payWith(visitor, walk.cards.declined);
    expect(await focused(visitor)).toBe('h1');
    await click('checkout.submit');
    await at('purchase.payment.choosing');
    expect(await focused(visitor)).toBe('h1');
    await walk.payWith(visitor);
    await click('checkout.submit');
    await at('purchase.complete');
    expect(await focused(visitor)).toBe('h1');
    await page.goBack();
    await at('purchase');
    expect(await focused(visitor)).toBe('h1');
  });
});

describe('a visitor using only the keyboard', () => {
  it('buys tickets and opens one', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const charged = await lane.charges();
    const { page, at } = visitor;
    const { keyboard } = page;
    const type = (wanted: string, text: string) => typeIn(visitor, wanted, text);
    const pressKey = (wanted: string, key: string) => keyOn(visitor, wanted, key);
    await visitor.open();
    await at('purchase.order.choosing');
    await pressKey(`[data-event="product.choose"][data-key="${timed}"]`, 'Space');
    await visitor.control('day.choose', tomorrow).waitFor();
    await at('purchase.order.choosing');
    await tabTo(visitor, '[data-event="day.choose"]');
    // In the evening today is over, and the calendar begins with tomorrow.
    const first = await page.locator('[data-event="day.choose"]:focus').getAttribute('data-key');
    await keyboard.press('ArrowRight');
    await page.locator(`[data-key="${addDays(first ?? '', 1)}"]:focus`).waitFor();
    if (first === tomorrow) await keyboard.press('ArrowLeft');
    await page.locator(`[data-key="${tomorrow}"]:focus`).waitFor();
    await keyboard.press('Enter');
    await at('purchase.order.choosing');
    await visitor.control('timespan.choose').waitFor();
    await pressKey('[data-event="timespan.choose"]', 'Space');
    await at('purchase.order.choosing');
    await type('[name="admission-adult"]', '1');
    await pressKey('[name="admission-child"]', 'ArrowUp');
    await pressKey('[data-event="order.submit"]', 'Enter');

    await at('purchase.sign-in.editing');
    await type('[name="fullname"]', customer.fullname);
    await type('[name="email"]', customer.email);
    await type('[name="email_confirm"]', customer.email);
    await type('[name="phone"]', customer.phone);
    await keyboard.press('Enter');

    await at('purchase.payment.choosing');
    await pressKey('[data-event="method.choose"]', 'Space');
    await visitor.card().locator('[autocomplete=cc-number]').waitFor();
    await type('[autocomplete=cc-number]', walk.cards.good);
    await type('[autocomplete=cc-exp]', '1239');
    await type('[autocomplete=cc-csc]', '123');
    await pressKey('[data-event="payment.submit"]', 'Enter');

    await at('purchase.confirm');
    await pressKey('[data-event="checkout.submit"]', 'Enter');
    await at('purchase.complete');
    await pressKey('[data-event^="page.requested."]', 'Enter');
    await at('ticket');
    await page.locator('svg.qr').waitFor();
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });
});
