import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/time.ts';
import { openFixture } from './kit/fixture.ts';
import { tokenIn } from './kit/scene.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/**
 * The duration of a hold (docs/charts.md#hold-in-the-client). The test controls the time of page and database.
 */

const { shop, lane } = await openFixture();

const dialog = ({ page }: Visitor) => page.getByRole('dialog');
const tokenOf = (visitor: Visitor) => tokenIn(visitor, 'borderless');

describe('the end of a hold', () => {
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
    await walk.submitOrder(visitor);
    expect(await visitor.field('email').inputValue()).toBe(customer.email);
  });
});
