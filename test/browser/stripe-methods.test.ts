import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { customer, tomorrow } from '#test/api/kit/buyer.ts';
import { audit } from './kit/axe.ts';
import { startOwnShop } from './kit/host.ts';
import { type devices, openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Cards without an identity check on the one site that takes them, Alipay by Stripe on the other. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const places = {
  bones: { path: 'nishinippon-exhibition02', product: 'cb1e19d0-8075-4afd-bc0f-4450534bb1e3' },
  lab: { path: 'lab-exhibition', product: '19e6c4a7-2497-4f1b-828a-aaeb8c78bf56' },
};
type Place = keyof typeof places;

/** As far as the choice of how to pay, with one ticket for tomorrow. */
const toPayment = async (place: Place, lang: Lang, device: keyof typeof devices): Promise<Visitor> => {
  const { path, product } = places[place];
  const visitor = await lane.visit({ device });
  const { page, at, press, control, fill } = visitor;
  await page.goto(`${shop.url}/${path}/?lang=${lang}`);
  await at('purchase.order.choosing');
  await press('product.choose', product);
  await at('purchase.order.choosing');
  if ((await control('day.choose', tomorrow).count()) === 0) await press('month.show', tomorrow.slice(0, 7));
  await at('purchase.order.choosing');
  await press('day.choose', tomorrow);
  await at('purchase.order.choosing');
  await page.locator('[data-event="timespan.choose"]').first().waitFor();
  await walk.chooseTime(visitor);
  await page.locator('input[inputmode="numeric"]').first().fill('1');
  await press('order.submit');
  await at('purchase.sign-in.editing');
  await fill('fullname', customer.fullname);
  await fill('email', customer.email);
  await fill('email_confirm', customer.email);
  if (place === 'bones') await fill('phone', customer.phone);
  await visitor.field('age').selectOption({ index: 2 });
  await press('customer.submit');
  await at('purchase.payment.choosing');
  return visitor;
};

const choose = async ({ control }: Visitor, method: string) => {
  const radio = control('method.choose', method);
  if (!(await radio.isChecked())) await radio.click();
};

const fillCard = (visitor: Visitor, number: string) => walk.fillCard(visitor, number, 'stripe');

/** From the payment step to the last press, and past it. */
const submit = async ({ press, at }: Visitor) => {
  await press('payment.submit');
  await at('purchase.confirm');
  await press('checkout.submit');
};

/** What the visitor does on Alipay's page. */
const answer = async ({ page }: Visitor, button: string) => {
  await page.waitForURL(/\/sandbox\/alipay\/pi_/);
  await page.locator(`button[value=${button}]`).click();
};

describe('a card by stripe', () => {
  it('buys the ticket; nothing of it reaches the shop or is kept', async () => {
    const visitor = await toPayment('bones', 'ja', 'phone');
    const charged = await lane.charges();
    const sent: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().startsWith(shop.url)) sent.push(request.postData() ?? '');
    });
    await fillCard(visitor, walk.cards.good);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.page.getByText('Visa •••• 4242').waitFor();
    expect(JSON.stringify(await visitor.stored())).toMatch(/"token\\*":\\*"pm_/);
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(sent.join('\n')).toContain('pm_');
    expect(sent.join('\n')).not.toContain(walk.cards.good);
    expect(visitor.faults()).toEqual([]);
  });

  it('whose bank asks for the buyer is refused with that reason, and another one pays', async () => {
    const visitor = await toPayment('bones', 'en', 'desktop');
    const charged = await lane.charges();
    await fillCard(visitor, walk.cards.challenged);
    await submit(visitor);
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').getByText('Your identity could not be confirmed.').waitFor();
    expect(await lane.charges()).toBe(charged);
    await fillCard(visitor, walk.cards.good);
    await submit(visitor);
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});

describe('Alipay by stripe', () => {
  it('the visitor pays on the other page and comes back to the tickets', async () => {
    const visitor = await toPayment('lab', 'zh-hans', 'phone');
    const charged = await lane.charges();
    await choose(visitor, 'alipay');
    expect((await audit(visitor.page)).violations).toEqual([]);
    await submit(visitor);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(visitor.page.url()).toContain('/lab-exhibition/');
    expect(visitor.page.url()).not.toMatch(/payment_intent|r=/);
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('the money late: the page waits, says so, and goes on by itself', async () => {
    const visitor = await toPayment('lab', 'en', 'desktop');
    const charged = await lane.charges();
    await choose(visitor, 'alipay');
    await submit(visitor);
    await answer(visitor, 'late');
    await visitor.page.locator('html[data-state^="purchase.checkout."]').waitFor();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it.each(['cancel', 'decline'])(
    '%s: back on the payment with everything kept, and paid at the next try',
    async (how) => {
      const visitor = await toPayment('lab', 'ja', 'desktop');
      const { page, at, press } = visitor;
      const charged = await lane.charges();
      const summary = await page.locator('dl').first().textContent();
      await choose(visitor, 'alipay');
      await submit(visitor);
      await answer(visitor, how);
      await at('purchase.payment.choosing');
      await page.getByRole('alert').getByText('お支払いは完了していません。').waitFor();
      expect(await page.locator('dl').first().textContent()).toBe(summary);
      expect(await visitor.control('method.choose', 'alipay').isChecked()).toBe(true);
      expect(await lane.charges()).toBe(charged);
      await press('step.back');
      await at('purchase.sign-in.editing');
      expect(await visitor.field('email').inputValue()).toBe(customer.email);
      await press('customer.submit');
      await at('purchase.payment.choosing');
      await choose(visitor, 'alipay');
      await submit(visitor);
      await answer(visitor, 'success');
      await at('purchase.complete');
      expect(await lane.charges()).toBe(charged + 1);
    },
  );

  it('left by the Back button: nothing is paid, and the visitor chooses again', async () => {
    const visitor = await toPayment('lab', 'kr', 'phone');
    const charged = await lane.charges();
    await choose(visitor, 'alipay');
    await submit(visitor);
    await visitor.page.waitForURL(/\/sandbox\/alipay\//);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await submit(visitor);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
