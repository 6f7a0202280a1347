import { describe, expect, it } from 'vitest';
import type { CallName } from '#src/api/contract/index.ts';
import { customer, setFault, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { cutCall, holdCall, type Moment, moments } from './kit/hold.ts';
import { readStored } from './kit/stored.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { shop, lane } = await openFixture();

type Check = (visitor: Visitor) => Promise<void>;

/** A pending state: how to reach it, the call it waits for, the click that sends it, the state after a reload, what is unchanged. */
type Pending = {
  state: string;
  go: (visitor: Visitor) => Promise<unknown>;
  call: CallName;
  click: Check;
  after: string;
  check: Check;
};

const expectChoice: Check = async ({ field, page, control }) => {
  expect(await field('admission-adult').inputValue()).toBe('1');
  expect(await field('admission-child').inputValue()).toBe('1');
  expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
};
const expectDay: Check = async ({ control, page }) => {
  await page.locator('[data-event="timespan.choose"]').first().waitFor();
  expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
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

const pay: Check = ({ click }) => click('checkout.submit');
const passCheck: Check = ({ page }) =>
  page.frameLocator('dialog[open] iframe').locator('button[value=complete]').click();

const pending: Pending[] = [
  {
    state: 'purchase.order.searching',
    go: async (visitor) => {
      await visitor.open();
      await walk.chooseDay(visitor);
    },
    call: 'searchProducts',
    click: ({ click }) => click('day.choose', tomorrow),
    after: 'purchase.order.choosing',
    check: expectDay,
  },
  {
    state: 'purchase.order.checking',
    go: walk.toChosen,
    call: 'getOrderableStocks',
    click: ({ page }) =>
      page.locator('[data-state="plenty"] [data-event="timespan.choose"]:not(:checked)').last().click(),
    after: 'purchase.order.choosing',
    check: expectChoice,
  },
  {
    state: 'purchase.order.placing',
    go: walk.toChosen,
    call: 'createOrder',
    click: ({ click }) => click('order.submit'),
    after: 'purchase.sign-in.editing',
    check: async ({ field }) => expect(await field('fullname').inputValue()).toBe(''),
  },
  {
    state: 'purchase.sign-in.saving',
    go: walk.toFilledSignIn,
    call: 'putOrder',
    click: ({ click }) => click('customer.submit'),
    after: 'purchase.payment.choosing',
    check: expectOrder,
  },
  {
    state: 'purchase.checkout.posting',
    go: walk.toConfirm,
    call: 'checkout',
    click: pay,
    after: 'purchase.complete',
    check: expectNumber,
  },
  {
    state: 'purchase.checkout.confirming',
    go: async (visitor) => {
      await walk.toConfirm(visitor, walk.cards.challenged);
      await pay(visitor);
      await visitor.at('purchase.checkout.challenging');
    },
    call: 'confirmCheckout',
    click: passCheck,
    after: 'purchase.complete',
    check: expectNumber,
  },
];

/** Goes on from any state until the tickets are bought. */
const finish = async (visitor: Visitor): Promise<void> => {
  const steps: Record<string, Check> = {
    'purchase.order.choosing': async (v) => {
      if ((await v.field('admission-adult').inputValue()) !== '1') await v.fill('admission-adult', '1');
      if ((await v.page.locator('[data-event="timespan.choose"]:checked').count()) === 0) await walk.chooseTime(v);
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
      await pay(v);
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
  it.each(settled)('in $state change nothing', async ({ state, go, check, text }) => {
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
  });
});

describe('a reload while a response is pending', () => {
  const rows = pending.map((row) => moments.map((moment): [string, Moment, Pending] => [row.state, moment, row]));
  it.each(sampled('reload', rows))('in %s, %s', async (state, moment, { go, call, click, after, check }) => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await go(visitor);
    const paused = await holdCall(visitor, call, moment);
    await click(visitor);
    await paused.reached;
    expect(await visitor.state()).toBe(state);
    await visitor.page.reload();
    await visitor.at(after);
    await check(visitor);
    await expectBought(visitor, charged);
  });
});

describe('a reload during the checkout', () => {
  it('while the provider is busy queries the same payment instead of starting another', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'slow bank' });
    await pay(visitor);
    await shop.sandbox.sandbox.faults.whenHeld('slow bank');
    await visitor.page.reload();
    await visitor.at('purchase.checkout');
    shop.sandbox.sandbox.faults.release('slow bank');
    await expectBought(visitor, charged);
  });

  it('during the identity check shows the check again', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toConfirm(visitor, walk.cards.challenged);
    await pay(visitor);
    await visitor.page.frameLocator('dialog[open] iframe').locator('button[value=complete]').waitFor();
    await visitor.page.reload();
    await visitor.at('purchase.checkout.challenging');
    await passCheck(visitor);
    await expectBought(visitor, charged);
  });

  it('while the result is unknown polls until it is known', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    await cutCall(visitor, 'checkout', 'after the answer');
    await pay(visitor);
    await visitor.at('purchase.checkout.waiting');
    await visitor.page.reload();
    await expectBought(visitor, charged);
  });

  it('while the card is tokenised shows the payment step with a message', async () => {
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
