import { describe, expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { expectBalanced } from './kit/ledger.ts';
import { answerPage } from './kit/pay.ts';
import { openScene } from './kit/scene.ts';
import type { Visitor } from './kit/visitor.ts';

/** A browser that blocks all other origins: whatever needs no external script must still sell. */
const { shop, lane } = await openFixture();

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Aborts the page's requests to other origins, except navigations. Returns the aborted ones. */
const block = async ({ page }: Visitor): Promise<string[]> => {
  const cut: string[] = [];
  await page.route('**/*', (route) => {
    const request = route.request();
    const isNavigation = request.isNavigationRequest() && request.frame() === page.mainFrame();
    const isOurs = originOf(page.url()) === shop.url && originOf(request.url()) !== shop.url;
    if (isNavigation || !isOurs) return route.fallback();
    cut.push(request.url());
    return route.abort('blockedbyclient');
  });
  return cut;
};

const free: Method[] = ['free'];
const redirects: Method[] = ['gmo_paypay', 'alipay', 'softbank_alipay', 'softbank_paypay'];

describe('with every outside script blocked', () => {
  it.each(sampled('without outside scripts', [free, redirects]))('%s can be used to pay', async (method) => {
    const visitor = await lane.visit({ device: 'phone' });
    const cut = await block(visitor);
    const { pay } = await openScene({ shop, lane, visitor }, method, 'en');
    await pay();
    if (redirects.includes(method)) await answerPage(visitor, 'success');
    await visitor.at('purchase.complete');
    await expectBalanced(shop);
    expect(cut.filter((url) => originOf(url) === shop.url)).toEqual([]);
  });
});
