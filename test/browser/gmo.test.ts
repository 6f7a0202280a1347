import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { audit } from './kit/axe.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';

/** Cards and PayPay by GMO, on the museum that takes them: its season pass needs no day. */
const shop = await startOwnShop();
const lane = await openLane({ ...shop, url: `${shop.url}/artizon` });
afterEach(lane.leave);
afterAll(lane.close);

const pass = 'fee95dd1-7610-4447-b2f5-f36733e3b7f7';
const answers = { fullname: '山田 花子', email: 'hanako@visitor.example', email_confirm: 'hanako@visitor.example' };

const toPayment = async (visitor: Visitor): Promise<void> => {
  const { at, press, fill, page } = visitor;
  await visitor.open();
  await at('purchase.order.choosing');
  await press('product.choose', pass);
  await at('purchase.order.choosing');
  await page.locator('input[inputmode="numeric"]').first().fill('1');
  await press('order.submit');
  await at('purchase.sign-in.editing');
  for (const [name, value] of Object.entries(answers)) await fill(name, value);
  await visitor.field('age').selectOption({ index: 2 });
  await press('customer.submit');
  await at('purchase.payment.choosing');
};

type Card = { number?: string; name?: string };

const fillCard = async (visitor: Visitor, { number = '4111 1111 1111 1111', name = 'HANAKO YAMADA' }: Card = {}) => {
  const method = visitor.control('method.choose', 'gmo');
  if (!(await method.isChecked())) await method.click();
  await visitor.fill('card_number', number);
  await visitor.fill('card_name', name);
  await visitor.field('card_month').selectOption('12');
  await visitor.field('card_year').selectOption(String(new Date().getFullYear() + 2));
  await visitor.fill('card_code', '123');
};

const toConfirm = async (visitor: Visitor, card?: Card): Promise<void> => {
  await toPayment(visitor);
  await fillCard(visitor, card);
  await visitor.press('payment.submit');
  await visitor.at('purchase.confirm');
};

const toPaypay = async (visitor: Visitor): Promise<void> => {
  await toPayment(visitor);
  await visitor.control('method.choose', 'gmo_paypay').click();
  await visitor.press('payment.submit');
  await visitor.at('purchase.confirm');
  await visitor.press('checkout.submit');
  await visitor.page.waitForURL(/PaypayStart/);
};

/** A button of the provider's page. */
const answer = ({ page }: Visitor, press: string) => page.locator(`button[value="${press}"]`).click();
const reason = ({ page }: Visitor) => page.getByRole('alert').first();

describe('a card by GMO on a phone', () => {
  it('pays: brand and last four digits on the way, the ticket at the end, the number nowhere', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const charged = await lane.charges();
    const sent: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await toPayment(visitor);
    await visitor.control('method.choose', 'gmo').click();
    await fillCard(visitor);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.page.getByText('Visa •••• 1111').waitFor();
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(sent.join('\n')).not.toMatch(/4111 ?1111 ?1111/);
    expect(JSON.stringify(await visitor.stored())).not.toMatch(/4111 ?1111|HANAKO/);
    expect(visitor.faults()).toEqual([]);
  });

  it('has a form without barriers, empty and with its faults marked', async () => {
    const visitor = await lane.visit();
    await toPayment(visitor);
    await visitor.control('method.choose', 'gmo').click();
    await visitor.field('card_number').waitFor();
    expect((await audit(visitor.page)).violations).toEqual([]);
    await visitor.press('payment.submit');
    await reason(visitor).waitFor();
    expect(await visitor.page.locator('[aria-invalid=true]').count()).toBe(5);
    expect((await audit(visitor.page)).violations).toEqual([]);
  });

  it('marks what is wrong and goes there; Enter sends', async () => {
    const visitor = await lane.visit({ device: 'narrow' });
    await toPayment(visitor);
    await fillCard(visitor, { name: '山田' });
    await visitor.field('card_code').press('Enter');
    await reason(visitor).waitFor();
    const field = visitor.field('card_name');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await visitor.field('card_number').inputValue()).toBe('4111 1111 1111 1111');
    await field.fill('HANAKO YAMADA');
    await field.press('Enter');
    await visitor.at('purchase.confirm');
  });

  it('refused says why, and another card pays', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const charged = await lane.charges();
    await toConfirm(visitor, { name: 'LIMIT' });
    await visitor.press('checkout.submit');
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('limit of this card');
    await fillCard(visitor);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('while GMO is busy says so, and the next try goes through', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    await toPayment(visitor);
    await fillCard(visitor, { name: 'BUSY' });
    await visitor.press('payment.submit');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('very busy');
    await visitor.fill('card_name', 'HANAKO YAMADA');
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
  });

  it('whose script is blocked offers another try and the other ways to pay', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    await visitor.page.route('**/ext/js/token.js', (route) => route.abort());
    await toPayment(visitor);
    await visitor.control('method.choose', 'gmo').click();
    await visitor.page.getByRole('alert').getByRole('heading').waitFor();
    await visitor.page.getByRole('button', { name: 'Pay by PayPay instead' }).waitFor();
    await visitor.page.unroute('**/ext/js/token.js');
    await visitor.page.getByRole('button', { name: 'Try again' }).click();
    await fillCard(visitor);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    expect(await visitor.state()).toMatch(/^purchase\.confirm/);
  });
});

describe('the identity check by GMO on a phone', () => {
  it('on the bank’s pages: passed, the tickets are bought', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toConfirm(visitor, { name: 'TDS' });
    await visitor.press('checkout.submit');
    await visitor.page.waitForURL(/tds2\/method/);
    expect((await audit(visitor.page)).violations).toEqual([]);
    await answer(visitor, 'C');
    await visitor.page.waitForURL(/tds2\/challenge/);
    await answer(visitor, 'Y');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.page.url()).not.toContain('r=');
  });

  it('failed: back on the payment with the reason', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const charged = await lane.charges();
    await toConfirm(visitor, { name: 'TDS' });
    await visitor.press('checkout.submit');
    await visitor.page.waitForURL(/tds2\/method/);
    await answer(visitor, 'N');
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('identity');
    expect(await lane.charges()).toBe(charged);
  });
});

describe('PayPay by GMO on a phone', () => {
  it('says what happens next, and pays on PayPay’s page', async () => {
    const visitor = await lane.visit({ device: 'phone' });
    const charged = await lane.charges();
    await toPaypay(visitor);
    expect((await audit(visitor.page)).violations).toEqual([]);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.page.url()).not.toContain('r=');
  });

  it('left by its button: back on the payment with the reason, everything kept, and paid by card', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const charged = await lane.charges();
    await toPaypay(visitor);
    await answer(visitor, 'cancel');
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('was not completed');
    expect(await reason(visitor).textContent()).toContain('Nothing was charged');
    expect(await visitor.control('method.choose', 'gmo_paypay').isChecked()).toBe(true);
    await fillCard(visitor);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.page.getByText(answers.fullname).waitFor();
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('left by Back: the payment can be made again', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const charged = await lane.charges();
    await toPaypay(visitor);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    await visitor.control('method.choose', 'gmo_paypay').click();
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.press('checkout.submit');
    await visitor.page.waitForURL(/PaypayStart/);
    await answer(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
