import { describe, expect, it } from 'vitest';
import type { CallName } from '#src/api/contract/index.ts';
import { customer, setFault, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { cutCall, holdCall, type Moment, moments } from './kit/hold.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const { shop, lane } = await openFixture();

type Check = (visitor: Visitor) => Promise<void>;

/** A state of the purchase: how to reach it, the state after a reload, and what must be unchanged. */
type ReloadCase = { state: string; go: Check; after: string; check: Check };

/** A pending state: the call it waits for, and the click that sends it. */
type Pending = ReloadCase & { call: CallName; click: Check };

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

const settled: ReloadCase[] = [
  { state: 'purchase.order.choosing', go: async (v) => void (await walk.toChosen(v)), after: '', check: expectChoice },
  {
    state: 'purchase.sign-in.editing',
    go: async (visitor) => {
      await walk.toSignIn(visitor);
      await walk.fillCustomer(visitor);
      await visitor.field('phone').blur();
    },
    after: '',
    check: expectCustomer,
  },
  {
    state: 'purchase.payment.choosing',
    go: async (visitor) => {
      await walk.toPayment(visitor);
      await walk.fillCard(visitor);
    },
    after: '',
    check: expectMethod,
  },
  { state: 'purchase.confirm', go: async (v) => void (await walk.toConfirm(v)), after: '', check: expectOrder },
  { state: 'purchase.complete', go: walk.toComplete, after: '', check: expectNumber },
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
    go: async (v) => void (await walk.toChosen(v)),
    call: 'getOrderableStocks',
    click: ({ page }) =>
      page.locator('[data-state="plenty"] [data-event="timespan.choose"]:not(:checked)').last().click(),
    after: 'purchase.order.choosing',
    check: expectChoice,
  },
  {
    state: 'purchase.order.placing',
    go: async (v) => void (await walk.toChosen(v)),
    call: 'createOrder',
    click: ({ click }) => click('order.submit'),
    after: 'purchase.sign-in.editing',
    check: async ({ field }) => expect(await field('fullname').inputValue()).toBe(''),
  },
  {
    state: 'purchase.sign-in.saving',
    go: async (visitor) => {
      await walk.toSignIn(visitor);
      await walk.fillCustomer(visitor);
    },
    call: 'putOrder',
    click: ({ click }) => click('customer.submit'),
    after: 'purchase.payment.choosing',
    check: expectOrder,
  },
  {
    state: 'purchase.checkout.posting',
    go: async (v) => void (await walk.toConfirm(v)),
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

describe('a reload while the visitor chooses, types or reads', () => {
  it.each(settled)('in $state changes nothing', async ({ state, go, check }) => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await go(visitor);
    const hash = visitor.hash();
    await visitor.page.reload();
    await visitor.at(state);
    expect(visitor.hash()).toBe(hash);
    await check(visitor);
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
    await walk.toPayment(visitor);
    await walk.fillCard(visitor);
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
