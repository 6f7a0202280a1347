import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { audit } from './kit/axe.ts';
import { startOwnShop } from './kit/host.ts';
import { type devices, openLane } from './kit/lane.ts';
import { answerPage, chooseMethod, fillTypedCard, stopOffering, submit, toConfirm } from './kit/pay.ts';
import { toPaymentAt, typed } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';

/** Cards and PayPay by GMO, on a museum's site whose operator has them only. */
const shop = await startOwnShop();
await stopOffering(shop, 'artizon', 'stripe_secure');
const lane = await openLane(shop);
afterEach(lane.closeContexts);
afterAll(lane.close);

/** Goes to the payment step. */
const toPayment = async (device: keyof typeof devices = 'phone', lang: Lang = 'en'): Promise<Visitor> => {
  const visitor = await lane.visit({ device });
  await toPaymentAt(visitor, shop, { site: 'artizon', lang });
  return visitor;
};

type Card = { number?: string; name?: string };
const fillCard = (visitor: Visitor, card?: Card) => fillTypedCard(visitor, 'gmo', card);

/** Fills in a card and pays. */
const payCard = async (visitor: Visitor, card?: Card): Promise<void> => {
  await fillCard(visitor, card);
  await submit(visitor);
};

/** Goes to PayPay's page. */
const toPaypay = async (visitor: Visitor): Promise<void> => {
  await chooseMethod(visitor, 'gmo_paypay');
  await submit(visitor);
  await visitor.page.waitForURL(/PaypayStart/);
};

const reason = ({ page }: Visitor) => page.getByRole('alert').first();

describe('a card by GMO on a phone', () => {
  it('pays: the page shows brand and last four digits, and never stores or sends the number', async () => {
    const visitor = await toPayment();
    const charged = await lane.charges();
    const sent: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await chooseMethod(visitor, 'gmo');
    await fillCard(visitor);
    await toConfirm(visitor);
    await visitor.page.getByText('Visa •••• 4242').waitFor();
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(sent.join('\n')).not.toMatch(/4242 ?4242/);
    expect(JSON.stringify(await visitor.stored())).not.toMatch(/4242 ?4242|HANAKO/);
    expect(visitor.faults()).toEqual([]);
  });

  it('has an accessible form, both empty and with errors', async () => {
    const visitor = await toPayment('desktop', 'ja');
    await chooseMethod(visitor, 'gmo');
    await visitor.field('card_number').waitFor();
    expect((await audit(visitor.page)).violations).toEqual([]);
    await visitor.click('payment.submit');
    await reason(visitor).waitFor();
    expect(await visitor.page.locator('[aria-invalid=true]').count()).toBe(5);
    expect((await audit(visitor.page)).violations).toEqual([]);
  });

  it('focuses the invalid field, and Enter submits the form', async () => {
    const visitor = await toPayment('narrow', 'ja');
    await fillCard(visitor, { name: '山田' });
    await visitor.field('card_code').press('Enter');
    await reason(visitor).waitFor();
    const field = visitor.field('card_name');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await visitor.field('card_number').inputValue()).toBe('4242 4242 4242 4242');
    await field.fill('HANAKO YAMADA');
    await field.press('Enter');
    await visitor.at('purchase.confirm');
  });

  it('that is declined shows the reason, and another card pays', async () => {
    const visitor = await toPayment();
    const charged = await lane.charges();
    await payCard(visitor, { name: 'LIMIT' });
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('limit of this card');
    await payCard(visitor);
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('shows that GMO is busy, and the next attempt succeeds', async () => {
    const visitor = await toPayment();
    await fillCard(visitor, { name: 'BUSY' });
    await visitor.click('payment.submit');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('very busy');
    await visitor.fill('card_name', 'HANAKO YAMADA');
    await toConfirm(visitor);
  });

  it('whose script is blocked offers a retry and the other payment methods', async () => {
    const visitor = await toPayment();
    await visitor.page.route('**/ext/js/token.js', (route) => route.abort());
    await chooseMethod(visitor, 'gmo');
    await visitor.page.getByRole('alert').getByRole('heading').waitFor();
    await visitor.page.getByRole('button', { name: 'Pay with PayPay instead' }).waitFor();
    await visitor.page.unroute('**/ext/js/token.js');
    await visitor.page.getByRole('button', { name: 'Try again' }).click();
    await fillCard(visitor);
    await toConfirm(visitor);
    expect(await visitor.state()).toMatch(/^purchase\.confirm/);
  });
});

describe('the identity check by GMO on a phone', () => {
  it('passed on the bank’s pages: the tickets are bought', async () => {
    const visitor = await toPayment('phone', 'ja');
    const charged = await lane.charges();
    await payCard(visitor, { name: 'TDS' });
    await visitor.page.waitForURL(/tds2\/method/);
    expect((await audit(visitor.page)).violations).toEqual([]);
    await answerPage(visitor, 'C');
    await visitor.page.waitForURL(/tds2\/challenge/);
    await answerPage(visitor, 'Y');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.page.url()).not.toContain('r=');
  });

  it('failed: the payment step shows the reason', async () => {
    const visitor = await toPayment();
    const charged = await lane.charges();
    await payCard(visitor, { name: 'TDS' });
    await visitor.page.waitForURL(/tds2\/method/);
    await answerPage(visitor, 'N');
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('identity');
    expect(await lane.charges()).toBe(charged);
  });
});

describe('PayPay by GMO on a phone', () => {
  it('announces the redirect, and pays on PayPay’s page', async () => {
    const visitor = await toPayment('phone', 'ja');
    const charged = await lane.charges();
    await toPaypay(visitor);
    expect((await audit(visitor.page)).violations).toEqual([]);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.page.url()).not.toContain('r=');
  });

  it('cancelled there: the payment step shows the reason with all input unchanged, and a card pays', async () => {
    const visitor = await toPayment();
    const charged = await lane.charges();
    await toPaypay(visitor);
    await answerPage(visitor, 'cancel');
    await visitor.at('purchase.payment.choosing');
    await reason(visitor).waitFor();
    expect(await reason(visitor).textContent()).toContain('was not completed');
    expect(await reason(visitor).textContent()).toContain('Nothing was charged');
    expect(await visitor.control('method.choose', 'gmo_paypay').isChecked()).toBe(true);
    await fillCard(visitor);
    await toConfirm(visitor);
    await visitor.page.getByText(typed.fullname).waitFor();
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('left by Back: the payment can be repeated', async () => {
    const visitor = await toPayment();
    const charged = await lane.charges();
    await toPaypay(visitor);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    await toPaypay(visitor);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
