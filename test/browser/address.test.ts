import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { lane } = await openFixture();

const steps = ['order', 'sign-in', 'payment', 'confirm'] as const;
type Step = (typeof steps)[number];

/** Brings a visitor to a step with everything before it done. */
const reach: Record<Step, (visitor: Visitor) => Promise<unknown>> = {
  order: walk.toChosen,
  'sign-in': async (visitor) => {
    await walk.toSignIn(visitor);
    await walk.fillCustomer(visitor);
    await visitor.field('phone').blur();
  },
  payment: walk.toPayment,
  confirm: walk.toConfirm,
};

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

const entries = ({ page }: Visitor): Promise<number> => page.evaluate(() => history.length);

describe('an address typed by hand', () => {
  const laterSteps = steps.flatMap((step, at) => [...steps.slice(at + 1), 'complete'].map((to) => [step, to] as const));
  const earlierSteps = steps.flatMap((step, at) => steps.slice(0, at).map((to) => [step, to] as const));

  it.each(steps)('cannot skip ahead of step %s, but can go back to earlier steps', async (step) => {
    const visitor = await lane.visit();
    await reach[step](visitor);
    for (const [, to] of laterSteps.filter(([from]) => from === step)) {
      await visitor.type(`#/${to}`);
      await visitor.page.waitForURL(`**/#/${step}`);
      expect(await visitor.state()).toContain(`purchase.${step}`);
    }
    await expectUnchanged[step](visitor);
    for (const [, to] of earlierSteps.filter(([from]) => from === step).toReversed()) {
      await visitor.type(`#/${to}`);
      await visitor.at(`purchase.${to}`);
      await expectUnchanged[to](visitor);
    }
    expect(visitor.faults()).toEqual([]);
  });

  it.each(['#/nowhere', '#/order/more', '#/%E0%A4%A', '#/id/'])(
    '%s shows "not found" with a link to the shop',
    async (hash) => {
      const visitor = await lane.visit({ lang: 'en' });
      await visitor.open(hash);
      await visitor.at('not-found');
      expect(await visitor.page.locator('h1').textContent()).toContain('No Found');
      const text = await visitor.page.locator('main').textContent();
      expect(text).toContain('The requested URL was not found on this server.');
      await visitor.primary().click();
      await visitor.at('purchase.order');
      expect(visitor.faults()).toEqual([]);
    },
  );
});

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
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(visitor.faults()).toEqual([]);
  });

  it('never shows a pay button after the completion', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toComplete(visitor);
    for (const _ of steps) {
      await visitor.page.goBack();
      await visitor.at('purchase');
      for (const event of ['checkout.submit', 'payment.submit']) expect(await visitor.control(event).count()).toBe(0);
      if ((await visitor.state()) !== 'purchase.complete') break;
    }
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('does the same by the page’s own button as by the browser’s', async () => {
    const visitor = await lane.visit();
    await walk.toPayment(visitor);
    const before = await entries(visitor);
    await visitor.click('step.back');
    await visitor.at('purchase.sign-in.editing');
    await visitor.page.waitForURL('**/#/sign-in');
    expect(await entries(visitor)).toBe(before);
    await visitor.page.goForward();
    await visitor.at('purchase.payment');
    await expectUnchanged.payment(visitor);
  });
});

describe('?lang=', () => {
  it.each([
    ['in front of the hash', '?lang=en#/order?ref=c'],
    ['behind the hash', '#/order?lang=en&ref=c'],
  ])('%s sets the language and is removed without a history entry', async (_, address) => {
    const visitor = await lane.visit();
    await visitor.open(address);
    await visitor.at('purchase.order');
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
    expect(visitor.page.url()).not.toContain('lang=');
    expect(await entries(visitor)).toBe(2);
  });
});

describe("a ticket's link", () => {
  it('opens in a browser without the purchase', async () => {
    const buyer = await lane.visit();
    await walk.toComplete(buyer);
    const href = (await buyer.control('page.requested.ticket').getAttribute('href')) ?? '';
    const guest = await lane.visit({ device: 'phone', lang: 'en' });
    await guest.open(href);
    await guest.at('ticket');
    await guest.page.locator('svg.qr').waitFor();
    expect(await guest.page.locator('main').textContent()).toContain('Entry (Japan time)');
    expect(guest.faults()).toEqual([]);
  });

  it('shows an error if the ticket does not exist', async () => {
    const guest = await lane.visit({ lang: 'en' });
    await guest.open('#/id/there-is-no-such-ticket');
    await guest.at('ticket');
    await guest.page.getByRole('alert').or(guest.page.locator('h1')).first().waitFor();
    expect(await guest.page.locator('svg.qr').count()).toBe(0);
    expect(guest.faults()).toEqual(['404 GET /api/v1/tickets/there-is-no-such-ticket']);
  });
});

describe('a duplicated tab', () => {
  it('pays at the same time as the first: one charge, both tabs show the completed order', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    const twin = await visitor.twin();
    await twin.at('purchase.confirm');
    // Clicked directly in the page, because the second tab may already show what the first one did.
    const clickSubmit = () => document.querySelector<HTMLElement>('[data-event="checkout.submit"]')?.click();
    await Promise.all([visitor.page.evaluate(clickSubmit), twin.page.evaluate(clickSubmit)]);
    await Promise.all([visitor.at('purchase.complete'), twin.at('purchase.complete')]);
    const numbers = await Promise.all([visitor, twin].map(({ page }) => page.locator('.number').textContent()));
    expect(new Set(numbers).size).toBe(1);
    expect(numbers[0]).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(await lane.charges()).toBe(charged + 1);
  });
});
