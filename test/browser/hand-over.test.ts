import { describe, expect, it } from 'vitest';
import { buyTicket, type Holder, ticketOf } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { seatsOf } from '#test/api/kit/time.ts';
import { openFixture } from './kit/fixture.ts';
import { openAt } from './kit/hand-over.ts';
import { keyOn, tabTo, typeIn } from './kit/keyboard.ts';

/**
 * `story.test.ts` covers the whole life of a ticket; this test covers sending by keyboard in every run, whichever variant is
 * drawn there.
 */
const { shop, lane } = await openFixture();

const soldOf = async (span: string) => (await seatsOf(shop, span)).sold;
const quantityOf = async ({ params }: Holder) => (await ticketOf(shop, params.reservation_token)).quantity;

describe('a visitor using only the keyboard', () => {
  it('sends tickets and changes the date of the others', async () => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 2);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at } = visitor;
    await openAt(visitor, 'send', holder);
    await keyOn(visitor, '[name="admission-adult"]', 'ArrowUp');
    await keyOn(visitor, '[name="admission-adult"]', 'ArrowDown');
    await typeIn(visitor, '[name="email"]', 'friend@visitor.example');
    await keyOn(visitor, '[data-event="send.check"]', 'Enter');
    await page.locator('h2:focus').waitFor();
    await keyOn(visitor, '[data-event="send.submit"]', 'Enter');
    await page.locator('[role=status]:focus').waitFor();
    expect(await quantityOf(holder)).toBe(1);

    await openAt(visitor, 'changedate', holder);
    await tabTo(visitor, '[data-event="timespan.choose"]');
    const free = `[data-event="timespan.choose"][data-key="${other}"]`;
    for (let steps = 0; steps < 60 && !(await page.locator(`${free}:checked`).count()); steps += 1)
      await page.keyboard.press('ArrowDown');
    await keyOn(visitor, '[data-event="date.check"]', 'Enter');
    await at('changedate.confirm');
    await page.locator('h1:focus').waitFor();
    await keyOn(visitor, '[data-event="date.submit"]', 'Enter');
    await at('changedate.complete');
    await page.locator('h1:focus').waitFor();
    expect([await soldOf(slot), await soldOf(other)]).toEqual([1, 1]);
    expect(visitor.faults()).toEqual([]);
  });
});
