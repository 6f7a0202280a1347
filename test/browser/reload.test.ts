import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#src/api/contract/index.ts';
import { customer, setFault, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { cutCall, holdCall, type Moment, moments } from './kit/hold.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

type Check = (visitor: Visitor) => Promise<void>;

/** A state of the purchase: how to reach it, the state after a reload, and what must be unchanged. */
type Row = { state: string; go: Check; after: string; kept: Check };

/** A pending state: the call it waits for, and the click that sends it. */
type Pending = Row & { call: CallName; press: Check };

const keepsChoice: Check = async ({ field, page, control }) => {
  expect(await field('admission-adult').inputValue()).toBe('1');
  expect(await field('admission-child').inputValue()).toBe('1');
  expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
};
const keepsDay: Check = async ({ control, page }) => {
  await page.locator('[data-event="timespan.choose"]').first().waitFor();
  expect(await control('day.choose', tomorrow).getAttribute('aria-pressed')).toBe('true');
};
const keepsCustomer: Check = async ({ field }) => {
  expect(await field('fullname').inputValue()).toBe(customer.fullname);
  expect(await field('phone').inputValue()).toBe(customer.phone);
};
const keepsMethod: Check = async ({ control }) =>
  expect(await control('method.choose', 'stripe_secure').isChecked()).toBe(true);
const keepsOrder: Check = async ({ page }) => expect(await page.locator('main').textContent()).toMatch(/5,[39]00/);
const keepsNumber: Check = async ({ page }) =>
  expect(await page.locator('.number').textContent()).toMatch(/^\w{4}(-\w{4}){2}$/);

const settled: Row[] = [
  { state: 'purchase.order.choosing', go: async (v) => void (await walk.toChosen(v)), after: '', kept: keepsChoice },
  {
    state: 'purchase.sign-in.editing',
    go: async (visitor) => {
      await walk.toSignIn(visitor);
      await walk.fillCustomer(visitor);
      await visitor.field('phone').blur();
    },
    after: '',
    kept: keepsCustomer,
  },
  {
    state: 'purchase.payment.choosing',
    go: async (visitor) => {
      await walk.toPayment(visitor);
      await walk.fillCard(visitor);
    },
    after: '',
    kept: keepsMethod,
  },
  { state: 'purchase.confirm', go: async (v) => void (await walk.toConfirm(v)), after: '', kept: keepsOrder },
  { state: 'purchase.complete', go: walk.toComplete, after: '', kept: keepsNumber },
];

const pay: Check = ({ press }) => press('checkout.submit');
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
    press: ({ press }) => press('day.choose', tomorrow),
    after: 'purchase.order.choosing',
    kept: keepsDay,
  },
  {
    state: 'purchase.order.checking',
    go: async (v) => void (await walk.toChosen(v)),
    call: 'getOrderableStocks',
    press: ({ page }) =>
      page.locator('[data-state="plenty"] [data-event="timespan.choose"]:not(:checked)').last().click(),
    after: 'purchase.order.choosing',
    kept: keepsChoice,
  },
  {
    state: 'purchase.order.placing',
    go: async (v) => void (await walk.toChosen(v)),
    call: 'createOrder',
    press: ({ press }) => press('order.submit'),
    after: 'purchase.sign-in.editing',
    kept: async ({ field }) => expect(await field('fullname').inputValue()).toBe(''),
  },
  {
    state: 'purchase.sign-in.saving',
    go: async (visitor) => {
      await walk.toSignIn(visitor);
      await walk.fillCustomer(visitor);
    },
    call: 'putOrder',
    press: ({ press }) => press('customer.submit'),
    after: 'purchase.payment.choosing',
    kept: keepsOrder,
  },
  {
    state: 'purchase.checkout.posting',
    go: async (v) => void (await walk.toConfirm(v)),
    call: 'checkout',
    press: pay,
    after: 'purchase.complete',
    kept: keepsNumber,
  },
  {
    state: 'purchase.checkout.confirming',
    go: async (visitor) => {
      await walk.toConfirm(visitor, walk.cards.challenged);
      await pay(visitor);
      await visitor.at('purchase.checkout.challenging');
    },
    call: 'confirmCheckout',
    press: passCheck,
    after: 'purchase.complete',
    kept: keepsNumber,
  },
];

/** Goes on from any state until the tickets are bought. */
const finish = async (visitor: Visitor): Promise<void> => {
  const steps: Record<string, Check> = {
    'purchase.order.choosing': async (v) => {
      if ((await v.field('admission-adult').inputValue()) !== '1') await v.fill('admission-adult', '1');
      if ((await v.page.locator('[data-event="timespan.choose"]:checked').count()) === 0) await walk.chooseTime(v);
      await v.press('order.submit');
      await v.at('purchase.sign-in.editing');
    },
    'purchase.sign-in.editing': async (v) => {
      await walk.fillCustomer(v);
      await v.press('customer.submit');
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

const bought = async (visitor: Visitor, charged: number): Promise<void> => {
  await finish(visitor);
  expect(await lane.charges()).toBe(charged + 1);
};

describe('a reload while the visitor chooses, types or reads', () => {
  it.each(settled)('in $state changes nothing', async ({ state, go, kept }) => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await go(visitor);
    const hash = visitor.hash();
    await visitor.page.reload();
    await visitor.at(state);
    expect(visitor.hash()).toBe(hash);
    await kept(visitor);
    await bought(visitor, charged);
  });
});

describe('a reload while an answer is awaited', () => {
  const rows = pending.map((row) => moments.map((moment): [string, Moment, Pending] => [row.state, moment, row]));
  it.each(sampled('reload', rows))('in %s, %s', async (state, moment, { go, call, press, after, kept }) => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await go(visitor);
    const held = await holdCall(visitor, call, moment);
    await press(visitor);
    await held.reached;
    expect(await visitor.state()).toBe(state);
    await visitor.page.reload();
    await visitor.at(after);
    await kept(visitor);
    await bought(visitor, charged);
  });
});

describe('a reload in mid-checkout', () => {
  it('while the provider works: the same payment is asked for, not another one', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'slow bank' });
    await pay(visitor);
    await shop.sandbox.sandbox.faults.whenHeld('slow bank');
    await visitor.page.reload();
    await visitor.at('purchase.checkout');
    shop.sandbox.sandbox.faults.release('slow bank');
    await bought(visitor, charged);
  });

  it('while the bank asks: it asks again', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toConfirm(visitor, walk.cards.challenged);
    await pay(visitor);
    await visitor.page.frameLocator('dialog[open] iframe').locator('button[value=complete]').waitFor();
    await visitor.page.reload();
    await visitor.at('purchase.checkout.challenging');
    await passCheck(visitor);
    await bought(visitor, charged);
  });

  it('while nobody knows yet: it is asked until it is known', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    await cutCall(visitor, 'checkout', 'after the answer');
    await pay(visitor);
    await visitor.at('purchase.checkout.waiting');
    await visitor.page.reload();
    await bought(visitor, charged);
  });

  it('while the card is made into a token: the payment step stands, and says what to do', async () => {
    const visitor = await lane.visit();
    const charged = await lane.charges();
    await walk.toPayment(visitor);
    await walk.fillCard(visitor);
    const asked = visitor.page.waitForRequest('**/v1/confirmation_tokens');
    await visitor.page.route('**/v1/confirmation_tokens', () => undefined, { times: 1 });
    await visitor.press('payment.submit');
    await asked;
    expect(await visitor.state()).toBe('purchase.payment.tokenising');
    await visitor.page.reload();
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').waitFor();
    await keepsMethod(visitor);
    await bought(visitor, charged);
  });
});
