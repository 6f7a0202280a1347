import { describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';
import type { devices } from './kit/lane.ts';
import { answerPage, chooseMethod, fillTypedCard, submit, toConfirm } from './kit/pay.ts';
import { toPaymentAt, typed } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';

/** The site that accepts cards and wallets by SB Payment Service. */
const { shop, lane } = await openFixture();

/** Goes to the payment step. */
const toPayment = async (lang: Lang, device: keyof typeof devices): Promise<Visitor> => {
  const visitor = await lane.visit({ device });
  await toPaymentAt(visitor, shop, { site: 'softbank', lang });
  return visitor;
};

const fillCard = (visitor: Visitor, number: string) => fillTypedCard(visitor, 'softbank_credit', { number });

describe('a card', () => {
  it('buys the ticket, and its number is not stored', async () => {
    const visitor = await toPayment('ja', 'phone');
    const charged = await lane.charges();
    await fillCard(visitor, '4242 4242 4242 4242');
    await toConfirm(visitor);
    const stored = JSON.stringify(await visitor.stored());
    expect(stored).toContain('4242');
    expect(stored).not.toMatch(/4242 ?4242/);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('that is invalid is marked, a declined one leads back with the reason, and the next one pays', async () => {
    const visitor = await toPayment('en', 'desktop');
    const charged = await lane.charges();
    await fillCard(visitor, '4242 4242 4242 4241');
    await visitor.click('payment.submit');
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
  it('PayPay: the visitor pays on the provider’s page and returns to the tickets', async () => {
    const visitor = await toPayment('en', 'phone');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'softbank_paypay');
    await submit(visitor);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(visitor.page.url()).toContain('/softbank/');
    expect(visitor.hash()).not.toContain('r=');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('Alipay with a late result: the page says that it waits, and continues by itself', async () => {
    const visitor = await toPayment('zh-hans', 'desktop');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'softbank_alipay');
    await submit(visitor);
    await answerPage(visitor, 'late');
    await visitor.page.locator('html[data-state^="purchase.checkout."]').waitFor();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('Alipay cancelled: the payment step has all input unchanged, and a card pays', async () => {
    const visitor = await toPayment('ja', 'desktop');
    const { page, at, click } = visitor;
    const charged = await lane.charges();
    const summary = await page.locator('dl').first().textContent();
    await chooseMethod(visitor, 'softbank_alipay');
    await submit(visitor);
    await answerPage(visitor, 'cancel');
    await at('purchase.payment.choosing');
    expect(await page.locator('dl').first().textContent()).toBe(summary);
    expect(await visitor.control('method.choose', 'softbank_alipay').isChecked()).toBe(true);
    expect(await lane.charges()).toBe(charged);
    await click('step.back');
    await at('purchase.sign-in.editing');
    expect(await visitor.field('email').inputValue()).toBe(typed.email);
    expect(await visitor.field('questionnaire1').inputValue()).toBe(typed.questionnaire1);
    await click('customer.submit');
    await at('purchase.payment.choosing');
    await fillCard(visitor, '4242 4242 4242 4242');
    await submit(visitor);
    await at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it('left by the Back button: nothing is paid, and the visitor can choose again', async () => {
    const visitor = await toPayment('kr', 'phone');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'softbank_paypay');
    await submit(visitor);
    await visitor.page.waitForURL(/FepBuyInfoReceive/);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await submit(visitor);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
