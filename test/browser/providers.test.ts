import { describe, expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import { fillMethod, toConfirm } from './kit/pay.ts';
import { openScene } from './kit/scene.ts';

/** Pages of a provider, beside the outcomes of matrix.test.ts. */
const { shop, lane } = await openFixture();

const cards = ['stripe', 'stripe_secure', 'gmo', 'softbank_credit'] as const satisfies Method[];

describe('a card', () => {
  it.each(sampled('cards', [cards.slice(0, 2), cards.slice(2)]))(
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
});
