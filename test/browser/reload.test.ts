import { describe, expect, it } from 'vitest';
import { customer, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { readStored } from './kit/stored.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** disturbed.test.ts reloads in each state of a checkout, test/paths/chaos while any reply is pending. */
const { lane } = await openFixture();

type Check = (visitor: Visitor) => Promise<void>;

const expectChoice: Check = async ({ field, page, control }) => {
  expect(await field('admission-adult').inputValue()).toBe('1');
  expect(await field('admission-child').inputValue()).toBe('1');
  expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
};
const expectCustomer: Check = async ({ field }) => {
  expect(await field('fullname').inputValue()).toBe(customer.fullname);
  expect(await field('phone').inputValue()).toBe(customer.phone);
};
const expectMethod: Check = async ({ control }) =>
  expect(await control('method.choose', 'stripe_secure').isChecked()).toBe(true);
const expectOrder: Check = async ({ page }) => expect(await page.locator('main').textContent()).toMatch(/5,[39]00/);
const expectNumber: Check = async ({ page }) =>
  expect(await page.locator('.number').textContent()).toMatch(/^\w{4}(-\w{4}){2}$/);

/** Where the visitor chooses, types or reads; `text` is said there in English. */
const settled = [
  { state: 'purchase.order.choosing', go: walk.toChosen, check: expectChoice, text: 'Timed admission' },
  { state: 'purchase.sign-in.editing', go: walk.toFilledSignIn, check: expectCustomer, text: 'Your details' },
  { state: 'purchase.payment.choosing', go: walk.toFilledPayment, check: expectMethod, text: 'Timed admission' },
  { state: 'purchase.confirm', go: walk.toConfirm, check: expectOrder, text: 'Timed admission' },
  { state: 'purchase.complete', go: walk.toComplete, check: expectNumber, text: 'Timed admission' },
];

/** Goes on from any state until the tickets are bought. */
const finish = async (visitor: Visitor): Promise<void> => {
  const steps: Record<string, Check> = {
    'purchase.order.choosing': async (v) => {
      await v.click('order.submit');
      await v.at('purchase.sign-in.editing');
    },
    'purchase.sign-in.editing': async (v) => {
      await walk.fillCustomer(v);
      await v.click('customer.submit');
      await v.at('purchase.payment.choosing');
    },
    'purchase.payment.choosing': (v) => walk.payWith(v),
    'purchase.confirm': async (v) => {
      await v.click('checkout.submit');
      await v.at('purchase.complete');
    },
  };
  for (const [state, step] of Object.entries(steps)) if ((await visitor.state()) === state) await step(visitor);
  await visitor.at('purchase.complete');
};

const expectBought = async (visitor: Visitor, charged: number): Promise<void> => {
  await finish(visitor);
  expect(await lane.charges()).toBe(charged + 1);
};

/** The hold's deadline by this device's clock. */
const deadline = async (visitor: Visitor): Promise<number> =>
  Number(/"expiresAt":(\d+)/.exec(await readStored(visitor))?.[1]);

describe('a reload, and another language, while the visitor chooses, types or reads', () => {
  it.each(sampled('reload of a step', [settled.slice(0, 3), settled.slice(3)]))(
    'in $state change nothing',
    async ({ state, go, check, text }) => {
      const visitor = await lane.visit({ device: 'phone' });
      const { page } = visitor;
      const charged = await lane.charges();
      await go(visitor);
      const [hash, end] = [visitor.hash(), await deadline(visitor)];
      const again = {
        ja: () => page.reload(),
        en: () => visitor.control('language.choose').selectOption('en'),
      };
      for (const [lang, act] of Object.entries(again)) {
        await act();
        await page.locator(`html[lang="${lang}"][data-state]`).waitFor();
        await visitor.at(state);
        expect(visitor.hash()).toBe(hash);
        await check(visitor);
        expect(await deadline(visitor)).toBe(end);
      }
      await page.getByText(text).first().waitFor();
      expect(await page.locator('main').textContent()).not.toMatch(/[ぁ-ん]/);
      expect(visitor.faults()).toEqual([]);
      await expectBought(visitor, charged);
    },
  );
});

describe('a reload while the card is tokenised', () => {
  it('shows the payment step with a message', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toFilledPayment(visitor);
    const tokenRequest = visitor.page.waitForRequest('**/v1/confirmation_tokens');
    await visitor.page.route('**/v1/confirmation_tokens', () => undefined, { times: 1 });
    await visitor.click('payment.submit');
    await tokenRequest;
    expect(await visitor.state()).toBe('purchase.payment.tokenising');
    await visitor.page.reload();
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').waitFor();
    await expectMethod(visitor);
    await expectBought(visitor, charged);
  });
});
