import { describe, expect, it } from 'vitest';
import { issueReference } from '#server/payments/return-references.ts';
import { langs } from '#src/domain/lang.ts';
import { passMinutes } from '#test/api/kit/time.ts';
import { orderToken } from './kit/failure.ts';
import { openFixture } from './kit/fixture.ts';
import { cutCall } from './kit/hold.ts';
import { textPattern } from './kit/texts.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Payment returns for which no payment is found, in the built app with the real server. */
const { shop, lane } = await openFixture();

const main = ({ page }: Visitor) => page.locator('main');
const textIds = ['return_lost_lead', 'return_lost_wait', 'return_lost_charged', 'return_lost_mail', 'return_lost_ask'];

/** A reference that was issued more than a day ago. */
const oldReference = async (): Promise<string> => {
  const visitor = await lane.visit({ lang: 'en' });
  await walk.toComplete(visitor);
  const payment = await shop.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  const reference = await issueReference(shop.deps, payment.id);
  await shop.db
    .updateTable('return_references')
    .set({ issued_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  await shop.sweep();
  return reference;
};

describe('a payment return', () => {
  it.each(langs)(
    'with an unknown reference explains what is known and where to find the tickets (%s)',
    async (lang) => {
      const visitor = await lane.visit({ device: 'phone', lang });
      await visitor.open('#/payment-callback/stripe/success?r=zzzz');
      await visitor.at('purchase.error');
      expect(await visitor.page.locator('h1').textContent()).toMatch(textPattern(lang, 'return_lost_title'));
      for (const id of textIds) expect(await main(visitor).textContent()).toMatch(textPattern(lang, id));
      expect(await main(visitor).locator('address a[href^="mailto:"]').count()).toBe(1);
      expect(await visitor.page.getByRole('dialog').count()).toBe(0);
      await visitor.page.reload();
      await visitor.at('purchase.error');
      expect(await main(visitor).textContent()).toMatch(textPattern(lang, 'return_lost_charged'));
      await visitor.click('page.requested.reservation-inquiry');
      await visitor.at('reservation-inquiry.asking');
    },
  );

  it('shows the same with no reference, one of another site, an expired one, and invalid ones', async () => {
    const old = await oldReference();
    const visitor = await lane.visit({ lang: 'en' });
    const addresses = [
      `/#/payment-callback/stripe_secure/success?r=${old}`,
      `/mori/#/payment-callback/stripe_secure/success?r=${old}`,
      '/#/payment-callback/stripe/success',
      '/#/payment-callback/stripe/success?r=..%2F..%2Flangs',
      '/#/payment-callback/stripe/success?r=one&r=two',
      `/#/payment-callback/any/thing?r=${'x'.repeat(20_000)}`,
      '/api/v1/payment-return/stripe_secure?r=zzzz',
    ];
    for (const address of addresses) {
      await visitor.page.goto('about:blank');
      await visitor.page.goto(`${shop.url}${address}`);
      await visitor.at('purchase.error');
      expect(await main(visitor).locator('[data-event="page.requested.reservation-inquiry"]').count(), address).toBe(1);
    }
  });

  it('leads back to an open order and charges nothing', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const before = await lane.charges();
    await walk.toConfirm(visitor);
    await visitor.type('#/payment-callback/stripe/success?r=zzzz');
    await visitor.at('purchase.error');
    await visitor.click('order.resume');
    await visitor.at('purchase.payment.choosing');
    expect(await main(visitor).textContent()).toMatch(textPattern('en', 'payment_after_lost_return'));
    expect(await lane.charges()).toBe(before);
    await walk.payWith(visitor);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(before + 1);
  });

  it('leads back to an expired order, whose seats are held again', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toPayment(visitor);
    await passMinutes(shop, await orderToken(visitor), 16);
    await shop.sweep();
    await visitor.type('#/payment-callback/stripe/success?r=zzzz');
    await visitor.at('purchase.error');
    await visitor.click('order.resume');
    await visitor.at('purchase.payment.choosing');
    expect(await main(visitor).textContent()).toMatch(textPattern('en', 'payment_after_lost_return'));
  });

  it('reports that the server is unreachable, and continues by itself', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await cutCall(visitor, 'getReturn', 'before it is sent', 1);
    await visitor.open('#/payment-callback/stripe/success?r=zzzz');
    await visitor.page.getByText(textPattern('en', 'payment_callback_unreachable')).waitFor();
    await visitor.at('purchase.error');
    expect(await main(visitor).textContent()).toMatch(textPattern('en', 'return_lost_charged'));
  });
});
