import { describe, expect, it } from 'vitest';
import { customer, tomorrow } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { lane } = await openFixture();

/** Chooses English and waits for the reload. */
const toEnglish = async ({ page, control }: Visitor): Promise<void> => {
  await control('language.choose').selectOption('en');
  await page.locator('html[lang="en"][data-state]').waitFor();
};

/** The hold's deadline by this device's clock. */
const deadline = async ({ stored }: Visitor): Promise<number> =>
  Number(/"expiresAt":(\d+)/.exec((await stored())['ticket-store:borderless'] ?? '')?.[1]);

describe('the language of a page whose app has not loaded', () => {
  it.each([
    ['stored in the tab', '/', 'kr', 'ko'],
    ['of the address', '/?lang=en', 'kr', 'en'],
    ['of the address, behind the hash', '/#/order?lang=zh-hans', 'kr', 'zh-Hans'],
    ['of the site', '/', 'xx', 'ja'],
  ])('is the one %s', async (_name, path, stored, lang) => {
    const { page } = await lane.visit();
    await page.addInitScript((value) => sessionStorage.setItem('ticket-store:lang', JSON.stringify(value)), stored);
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${lane.url}${path}`, { waitUntil: 'domcontentloaded' });
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  });
});

it('a site with another default language opens without a reload, also where storage is blocked', async () => {
  const blocked = 'Object.defineProperty(window, "sessionStorage", { get() { throw new Error("blocked"); } });';
  for (const init of ['', blocked]) {
    const { page, at } = await lane.visit({ init });
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await page.goto(`${lane.url}/mori/`);
    await page.locator('html[lang="en"][data-state^="purchase.order"] h1').waitFor();
    await at('purchase.order.choosing');
    expect(loads).toBe(1);
  }
});

type Check = (visitor: Visitor) => Promise<void>;
const rows: { state: string; go: (visitor: Visitor) => Promise<unknown>; check: Check; text: string }[] = [
  {
    state: 'purchase.order.choosing',
    go: walk.toChosen,
    text: 'Timed admission',
    check: async ({ field, page, control }) => {
      expect(await field('admission-child').inputValue()).toBe('1');
      expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
      expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
    },
  },
  {
    state: 'purchase.sign-in.editing',
    go: async (visitor) => {
      await walk.toSignIn(visitor);
      await walk.fillCustomer(visitor);
      await visitor.field('mail_magazine').uncheck();
    },
    text: 'Your details',
    check: async ({ field }) => {
      expect(await field('fullname').inputValue()).toBe(customer.fullname);
      expect(await field('email_confirm').inputValue()).toBe(customer.email);
      expect(await field('phone').inputValue()).toBe(customer.phone);
      expect(await field('mail_magazine').isChecked()).toBe(false);
    },
  },
  {
    state: 'purchase.payment.choosing',
    go: async (visitor) => {
      await walk.toPayment(visitor);
      await walk.fillCard(visitor);
    },
    text: 'Timed admission',
    check: async ({ control }) => expect(await control('method.choose', 'stripe_secure').isChecked()).toBe(true),
  },
  {
    state: 'purchase.confirm',
    go: walk.toConfirm,
    text: 'Timed admission',
    check: async ({ page }) => expect(await page.locator('main').textContent()).toContain('4242'),
  },
  {
    state: 'purchase.complete',
    go: walk.toComplete,
    text: 'Timed admission',
    check: async ({ page }) => expect(await page.locator('.number').textContent()).toMatch(/-/),
  },
];

describe('another language', () => {
  it.each(rows)('in $state keeps all input and shows the new language', async ({ state, go, check, text }) => {
    const visitor = await lane.visit({ device: 'phone' });
    await go(visitor);
    const [before, hash] = [await deadline(visitor), visitor.hash()];
    await toEnglish(visitor);
    await visitor.at(state);
    expect(visitor.hash()).toBe(hash);
    await check(visitor);
    expect(await deadline(visitor)).toBe(before);
    await visitor.page.getByText(text).first().waitFor();
    expect(await visitor.page.locator('main').textContent()).not.toMatch(/[ぁ-ん]/);
    expect(visitor.faults()).toEqual([]);
  });

  it('cannot be chosen during a payment, and the page says why', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toConfirm(visitor, walk.cards.challenged);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.checkout.challenging');
    expect(await visitor.control('language.choose').getAttribute('aria-disabled')).toBe('true');
    expect(await visitor.page.locator('header').textContent()).toContain('while your payment is being processed');
  });
});
