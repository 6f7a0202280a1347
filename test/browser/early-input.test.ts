import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { venueDay, weeksOf } from '#src/domain/dates.ts';
import { timed, tomorrow } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { openHeld } from './kit/held.ts';
import { timesOfDay } from './kit/walk.ts';

/** Input on the server's first screen before the app has taken it over (docs/architecture.md#first-screen). */
const { lane } = await openFixture();

/** Collects the first days of the searches for days and times. */
const searchesOf = async (page: Page): Promise<string[]> => {
  const requested: string[] = [];
  await page.route('**/products/search?*', (route) => {
    requested.push(new URL(route.request().url()).searchParams.get('from') ?? '');
    return route.continue();
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
    const day = control('day.choose', tomorrow);
    await day.click({ force: true });
    expect(await day.getAttribute('data-kept')).toBe('');
    const both = [weeksOf(venueDay(Date.now())).from, tomorrow];
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
