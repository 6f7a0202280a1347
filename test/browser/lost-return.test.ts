import { describe, expect, it } from 'vitest';
import { issueReference } from '#server/payments/return-references.ts';
import { openFixture } from './kit/fixture.ts';
import { textPattern } from './kit/texts.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Payment returns for which no payment is found, in the built app with the real server. */
const { shop, lane } = await openFixture();

const main = ({ page }: Visitor) => page.locator('main');

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
});
