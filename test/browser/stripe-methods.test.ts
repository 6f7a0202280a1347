import { describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { audit } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import type { devices } from './kit/lane.ts';
import { answerPage, chooseMethod, submit, toConfirm } from './kit/pay.ts';
import { toPaymentAt, typed } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Cards without an identity check on one site, Alipay by Stripe on another. */
const { shop, lane } = await openFixture();

/** Goes to the payment step. */
const toPayment = async (site: SiteCode, lang: Lang, device: keyof typeof devices): Promise<Visitor> => {
  const visitor = await lane.visit({ device });
  await toPaymentAt(visitor, shop, { site, lang });
  return visitor;
};

const fillCard = (visitor: Visitor, number: string) => walk.fillCard(visitor, number, 'stripe');

describe('a card by Stripe', () => {
  it('buys the ticket, and its number neither reaches the shop nor is stored', async () => {
    const visitor = await toPayment('nishinippon-exhibition02', 'ja', 'phone');
    const charged = await lane.charges();
    const sent: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.url().startsWith(shop.url)) sent.push(request.postData() ?? '');
    });
    await fillCard(visitor, walk.cards.good);
    await toConfirm(visitor);
    await visitor.page.getByText('Visa •••• 4242').waitFor();
    expect(JSON.stringify(await visitor.stored())).toMatch(/"token\\*":\\*"pm_/);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(sent.join('\n')).toContain('pm_');
    expect(sent.join('\n')).not.toContain(walk.cards.good);
    expect(visitor.faults()).toEqual([]);
  });

  it('that needs an identity check is declined with that reason, and another one pays', async () => {
    const visitor = await toPayment('nishinippon-exhibition02', 'en', 'desktop');
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

describe('Alipay by Stripe', () => {
  it('paid on the provider’s page: the visitor returns to the tickets', async () => {
    const visitor = await toPayment('lab-exhibition', 'zh-hans', 'phone');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'alipay');
    expect((await audit(visitor.page)).violations).toEqual([]);
    await submit(visitor);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(visitor.page.url()).toContain('/lab-exhibition/');
    expect(visitor.page.url()).not.toMatch(/payment_intent|r=/);
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });

  it('with a late result: the page says that it waits, and continues by itself', async () => {
    const visitor = await toPayment('lab-exhibition', 'en', 'desktop');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'alipay');
    await submit(visitor);
    await answerPage(visitor, 'late');
    await visitor.page.locator('html[data-state^="purchase.checkout."]').waitFor();
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });

  it.each(['cancel', 'decline'])(
    '%s: the payment step has all input unchanged, and the next attempt pays',
    async (how) => {
      const visitor = await toPayment('lab-exhibition', 'ja', 'desktop');
      const { page, at, click } = visitor;
      const charged = await lane.charges();
      const summary = await page.locator('dl').first().textContent();
      await chooseMethod(visitor, 'alipay');
      await submit(visitor);
      await answerPage(visitor, how);
      await at('purchase.payment.choosing');
      await page.getByRole('alert').getByText('お支払いは完了していません。').waitFor();
      expect(await page.locator('dl').first().textContent()).toBe(summary);
      expect(await visitor.control('method.choose', 'alipay').isChecked()).toBe(true);
      expect(await lane.charges()).toBe(charged);
      await click('step.back');
      await at('purchase.sign-in.editing');
      expect(await visitor.field('email').inputValue()).toBe(typed.email);
      await click('customer.submit');
      await at('purchase.payment.choosing');
      await chooseMethod(visitor, 'alipay');
      await submit(visitor);
      await answerPage(visitor, 'success');
      await at('purchase.complete');
      expect(await lane.charges()).toBe(charged + 1);
    },
  );

  it('left by the Back button: nothing is paid, and the visitor can choose again', async () => {
    const visitor = await toPayment('lab-exhibition', 'kr', 'phone');
    const charged = await lane.charges();
    await chooseMethod(visitor, 'alipay');
    await submit(visitor);
    await visitor.page.waitForURL(/\/sandbox\/alipay\//);
    await visitor.page.goBack();
    await visitor.at('purchase.payment.choosing');
    expect(await lane.charges()).toBe(charged);
    await submit(visitor);
    await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
  });
});
