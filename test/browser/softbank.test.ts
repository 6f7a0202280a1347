import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { customer, tomorrow } from '#test/api/kit/buyer.ts';
import { startOwnShop } from './kit/host.ts';
import { type devices, openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** The site that takes cards and wallets by SB Payment Service. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const park = 'a7f0e476-1ad2-492f-8e29-85b7a3c12e34';

/** As far as the choice of how to pay, with one adult for the park tomorrow. */
const toPayment = async (lang: Lang, device: keyof typeof devices): Promise<Visitor> => {
  const visitor = await lane.visit({ device });
  const { page, at, press, control, fill } = visitor;
  await page.goto(`${shop.url}/softbank/?lang=${lang}`);
  await at('purchase.order.choosing');
  await press('product.choose', park);
  await at('purchase.order.choosing');
  if ((await control('day.choose', tomorrow).count()) === 0) await press('month.show', tomorrow.slice(0, 7));
  await at('purchase.order.choosing');
  await press('day.choose', tomorrow);
  await at('purchase.order.choosing');
  await page.locator('[data-event="timespan.choose"]').first().waitFor();
  await walk.chooseTime(visitor);
  await fill('softbank-play-adult', '1');
  await press('order.submit');
  await at('purchase.sign-in.editing');
  await walk.fillCustomer(visitor);
  await visitor.field('resident_area').selectOption({ index: 2 });
  await fill('questionnaire1', 'train');
  await press('customer.submit');
  await at('purchase.payment.choosing');
  return visitor;
};

const choose = async ({ control }: Visitor, method: string) => {
  const radio = control('method.choose', method);
  if (!(await radio.isChecked())) await radio.click();
};

const fillCard = async (visitor: Visitor, number: string) => {
  await choose(visitor, 'softbank_credit');
  await visitor.fill('card_number', number);
  await visitor.field('card_month').selectOption('12');
  await visitor.field('card_year').selectOption({ index: 5 });
  await visitor.fill('card_code', '123');
};

/** From the payment step to the last press, and past it. */
const submit = async (visitor: Visitor) => {
  await visitor.press('payment.submit');
  await visitor.at('purchase.confirm');
  await visitor.press('checkout.submit');
};

/** What the visitor does on the provider's page. */
const answer = async ({ page }: Visitor, button: string) => {
  await page.waitForURL(/\/f01\/FepBuyInfoReceive\.do$/);
  await page.locator(`button[value=${button}]`).click();
};

describe('a card', () => {
  it('buys the ticket; nothing of it is kept', async () => {
    const visitor = await toPayment('ja', 'phone');
    const charged = await lane.charges();
    await fillCard(visitor, '4242 4242 4242 4242');
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    const stored = JSON.stringify(await visitor.stored());
    expect(stored).toContain('4242');
    expect(stored).not.toMatch(/4242 ?4242/);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('that is wrong is marked, one that is refused leads back with the reason, the next one pays', async () => {
    const visitor = await toPayment('en', 'desktop');
    const charged = await lane.charges();
    await fillCard(visitor, '4242 4242 4242 4241');
    await visitor.press('payment.submit');
    await visitor.page.locator('[name=card_number][aria-invalid=true]:focus').waitFor();
    await fillCard(visitor, '4000 0000 0000 9995');
    await submit(visitor);
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').first().waitFor();
    expect(await lane.charges()).toBe(charged);
    await fillCard(visitor, '4242 4242 4242 4242');
    await submit(visitor);
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('a wallet', () => {
  it('PayPay: the visitor pays on the other page and comes back to the tickets', async () => {
    const visitor = await toPayment('en', 'phone');
    const charged = await lane.charges();
    await choose(visitor, 'softbank_paypay');
    await submit(visitor);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(visitor.page.url()).toContain('/softbank/');
    expect(visitor.hash()).not.toContain('r=');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('Alipay, the result late: the page waits, says so, and goes on by itself', async () => {
    const visitor = await toPayment('zh-hans', 'desktop');
    const charged = await lane.charges();
    await choose(visitor, 'softbank_alipay');
    await submit(visitor);
    await answer(visitor, 'late');
    await visitor.page.locator('html[data-state^="purchase.checkout."]').waitFor();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('Alipay, cancelled: back on the payment with everything kept, and a card pays', async () => {
    const visitor = await toPayment('ja', 'desktop');
    const { page, at, press } = visitor;
    const charged = await lane.charges();
    const summary = await page.locator('dl').first().textContent();
    await choose(visitor, 'softbank_alipay');
    await submit(visitor);
    await answer(visitor, 'cancel');
    await at('purchase.payment.choosing');
    expect(await page.locator('dl').first().textContent()).toBe(summary);
    expect(await visitor.control('method.choose', 'softbank_alipay').isChecked()).toBe(true);
    expect(await lane.charges()).toBe(charged);
    await press('step.back');
    await at('purchase.sign-in.editing');
    expect(await visitor.field('email').inputValue()).toBe(customer.email);
    expect(await visitor.field('questionnaire1').inputValue()).toBe('train');
    await press('customer.submit');
    await at('purchase.payment.choosing');
    await fillCard(visitor, '4242 4242 4242 4242');
    await submit(visitor);
    await at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('left by the Back button: nothing is paid, and the visitor chooses again', async () => {
    const visitor = await toPayment('kr', 'phone');
    const charged = await lane.charges();
    await choose(visitor, 'softbank_paypay');
    await submit(visitor);
    await visitor.page.waitForURL(/FepBuyInfoReceive/);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await submit(visitor);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
