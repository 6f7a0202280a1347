import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { lane } = await openFixture();

const steps = ['order', 'sign-in', 'payment', 'confirm'] as const;
type Step = (typeof steps)[number];

/** What must be unchanged when a visitor returns to a step. */
const expectUnchanged: Record<Step, (visitor: Visitor) => Promise<void>> = {
  order: async ({ at, field, page }) => {
    await at('purchase.order.choosing');
    expect(await field('admission-adult').inputValue()).toBe('1');
    expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
  },
  'sign-in': async ({ field }) => expect(await field('email').inputValue()).toBe(customer.email),
  payment: async ({ control }) => expect(await control('method.choose', 'stripe_secure').isVisible()).toBe(true),
  confirm: async ({ page }) => expect(await page.locator('main').textContent()).toContain(customer.email),
};

describe('Back', () => {
  it('returns one step with all input unchanged, and Forward does not skip a step', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    await walk.toConfirm(visitor);
    for (const step of steps.slice(0, -1).toReversed()) {
      await visitor.page.goBack();
      await visitor.at(`purchase.${step}`);
      expect(visitor.hash()).toBe(`#/${step}`);
      await expectUnchanged[step](visitor);
    }
    for (const step of steps.slice(1)) {
      await visitor.page.goForward();
      await visitor.at(`purchase.${step}`);
      expect(visitor.hash()).toBe(`#/${step}`);
      await expectUnchanged[step](visitor);
    }
    await walk.submitCheckout(visitor);
    expect(visitor.faults()).toEqual([]);
  });
});
