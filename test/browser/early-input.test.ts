import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { venueDay, weeksOf } from '#src/domain/dates.ts';
import { timed, tomorrow } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { openHeld } from './kit/held.ts';
import { timesOfDay } from './kit/walk.ts';

/** Input on the server's first screen before the app has taken it over (docs/architecture.md#first-screen). */
const { shop, lane } = await openFixture();

/** Answers searches for days and times as if today had tomorrow's, and collects their first days. */
const searchesOf = async (page: Page): Promise<string[]> => {
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed };
  const found = await shop.call('searchProducts', { query });
  const today = venueDay(Date.now());
  const days = found.days.map((day) => ({ ...day, date: today }));
  const dayEarlier = (moment: string) => new Date(Date.parse(moment) - 24 * 3_600_000).toISOString();
  const time_spans = found.time_spans.map((slot) => ({
    ...slot,
    reservation_from: dayEarlier(slot.reservation_from),
    reservation_to: dayEarlier(slot.reservation_to),
  }));
  const requested: string[] = [];
  await page.route('**/products/search?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    requested.push(searchParams.get('from') ?? '');
    const isDay = searchParams.get('from') === searchParams.get('to');
    return route.fulfill({ json: isDay ? { days, time_spans } : { days, time_spans: [], next: time_spans[0] } });
  });
  return requested;
};

describe('input before the scripts are loaded', () => {
  it('the card is chosen at once', async () => {
    const { page, release, control, at, faults } = await openHeld(lane, '/');
    const card = control('product.choose', timed);
    const others = page.locator('.card:not(:has(:checked))');
    await card.check();
    // by the styles alone: the other cards fold
    expect(await others.first().isVisible()).toBe(false);
    expect(await control('option.set').count()).toBe(0);
    await release();
    await control('option.set').first().waitFor();
    await at('purchase.order.choosing');
    expect(await card.isChecked()).toBe(true);
    expect(faults()).toEqual([]);
  });

  it('a day is chosen when the app has come, which finds the days and times that were requested', async () => {
    const { page, release, control, faults } = await openHeld(lane, '/');
    const requested = await searchesOf(page);
    await control('product.choose', timed).check();
    const today = venueDay(Date.now());
    const day = control('day.choose', today);
    await day.click({ force: true });
    expect(await day.getAttribute('data-kept')).toBe('');
    const both = [weeksOf(today).from, today];
    await expect.poll(() => requested).toEqual(both);
    await release();
    await page.locator(timesOfDay).first().waitFor();
    expect(await day.isChecked()).toBe(true);
    expect(requested).toEqual(both);
    expect(faults()).toEqual([]);
  });

  it('Continue says what is missing', async () => {
    const { page, release, control } = await openHeld(lane, '/');
    await control('order.submit').click();
    await release();
    const focused = page.locator('[data-event="product.choose"]:focus');
    await focused.waitFor();
    expect(await focused.count()).toBe(1);
  });
});
