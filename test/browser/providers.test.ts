import { describe, expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import { answerPage, fillMethod, toConfirm } from './kit/pay.ts';
import { openScene } from './kit/scene.ts';
import { typed } from './kit/site-walk.ts';

/** What visitors see of a provider beside the outcomes of matrix.test.ts. */
const { shop, lane } = await openFixture();

const cards = ['stripe', 'stripe_secure', 'gmo', 'softbank_credit'] as const satisfies Method[];
const redirects = ['gmo_paypay', 'alipay', 'softbank_paypay', 'softbank_alipay'] as const satisfies Method[];

describe('a card', () => {
  it.each(cards)(
    'by %s is shown by brand and last digits, and its number is neither sent nor stored',
    async (method) => {
      const visitor = await lane.visit({ device: 'phone' });
      const sent: string[] = [];
      visitor.page.on('request', (request) => {
        if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
      });
      const { order } = await openScene({ shop, lane, visitor }, method, 'en');
      await fillMethod(visitor, method);
      await toConfirm(visitor);
      await visitor.page.getByText('Visa •••• 4242').waitFor();
      const stored = JSON.stringify(await visitor.stored());
      await visitor.click('checkout.submit');
      await visitor.at('purchase.complete');
      expect(await readOrderLedger(shop, order.id)).toMatchObject({ charges: 1, refunded: 0 });
      for (const text of [stored, sent.join('\n')]) expect(text).not.toMatch(/4242 ?4242|HANAKO YAMADA/);
      expect(visitor.faults()).toEqual([]);
    },
  );

  it('by Stripe that needs an identity check is declined with that reason, and another one pays', async () => {
    const { visitor, pay, order } = await openScene({ shop, lane }, 'stripe', 'en');
    await pay('challenged');
    await visitor.at('purchase.payment.choosing');
    await visitor.page.getByRole('alert').getByText('Your identity could not be confirmed.').waitFor();
    expect(await readOrderLedger(shop, order.id)).toMatchObject({ charges: 0 });
    await pay();
    await visitor.at('purchase.complete');
  });

  it('by GMO is checked on both pages of the bank, which name no reference in the address afterwards', async () => {
    const { visitor, pay } = await openScene({ shop, lane }, 'gmo', 'ja');
    await pay('challenged');
    await visitor.page.waitForURL(/tds2\/method/);
    await answerPage(visitor, 'C');
    await visitor.page.waitForURL(/tds2\/challenge/);
    await answerPage(visitor, 'Y');
    await visitor.at('purchase.complete');
    expect(visitor.page.url()).not.toContain('r=');
  });
});

describe('a payment on the provider’s page', () => {
  it.each(redirects)('by %s, cancelled and then left by Back, loses no input and charges nothing', async (method) => {
    const scene = await openScene({ shop, lane }, method, 'en');
    const { visitor, pay, order } = scene;
    const { page, at, click } = visitor;
    const summary = () => page.locator('dl').first().textContent();
    const before = await summary();
    await pay();
    await answerPage(visitor, 'cancel');
    await at('purchase.payment.choosing');
    await page.getByRole('alert').getByText('Nothing was charged').waitFor();
    expect(await summary()).toBe(before);
    expect(await visitor.control('method.choose', method).isChecked()).toBe(true);
    await click('step.back');
    await at('purchase.sign-in.editing');
    expect(await visitor.field('email').inputValue()).toBe(typed.email);
    await click('customer.submit');
    await at('purchase.payment.choosing');

    await pay();
    await scene.waitForPrompt();
    await page.goBack();
    await at('purchase.payment.choosing');
    expect(await readOrderLedger(shop, order.id)).toMatchObject({ charges: 0 });
    await pay();
    await answerPage(visitor, 'success');
    await at('purchase.complete');
    expect(page.url()).not.toMatch(/payment_intent|r=/);
    expect(await readOrderLedger(shop, order.id)).toMatchObject({ charges: 1, refunded: 0 });
  });
});
