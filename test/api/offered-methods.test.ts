import { expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { getPaymentMethods } from '#src/api/contract/catalogue.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { offerOf } from '#src/screens/purchase/payment/offer.ts';
import { readAt } from '#test/browser/kit/site-walk.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { changeRows } from './kit/arrange.ts';
import { pay, ready, slotAt } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const providers = /gmo|stripe|softbank|sb ?payment|sbps/i;

/** Methods on the payment page of a site for ¥2,000. */
const offeredAt = async (site: SiteCode, lang: Lang) =>
  offerOf(await readAt(shop, { site, lang }, getPaymentMethods), settingsOf(site).methods, 2000).offered;

it.each(siteCodes)('%s offers each way to pay once, and names no provider', async (site) => {
  for (const lang of langs) {
    const offered = await offeredAt(site, lang);
    const names = offered.map(({ name }) => name);
    expect(names.length, lang).toBeGreaterThan(0);
    expect(new Set(names).size, `${lang}: ${names}`).toBe(names.length);
    expect(`${names}`, lang).not.toMatch(providers);
  }
});

it.each([
  ['artizon', ['stripe_secure', 'gmo_paypay']],
  ['kairakuen', ['stripe_secure']],
  ['nishinippon', ['stripe_secure', 'gmo_paypay']],
  ['nishinippon-chuguji', ['gmo']],
] as const)('%s, which takes cards by two providers, offers %j', async (site, ids) => {
  expect(settingsOf(site).methods).toEqual(expect.arrayContaining(['gmo', 'stripe_secure']));
  expect((await offeredAt(site, 'en')).map(({ id }) => id)).toEqual(ids);
});

it("a catalogue's least amount below the provider's is offered from the provider's on, and no payment below it is begun", async () => {
  const at = { site: 'borderless', id: 'stripe_secure' } as const;
  await changeRows(shop, 'payment_methods', at, { min_amount: 1 });
  const methods = await readAt(shop, { site: 'borderless', lang: 'en' }, getPaymentMethods);
  expect(methods.find(({ id }) => id === 'stripe_secure')?.min_amount).toBe(50);
  const order = await ready(shop, (await slotAt(shop, 0)).id);
  for (const [total, outcome] of [
    [49, 409],
    [100_000_000, 409],
    [50, 200],
  ] as const) {
    await changeRows(shop, 'orders', { token_hash: hashOf(order.token) }, { total });
    expect([total, (await pay(shop, { ...order, price: total })).status]).toEqual([total, outcome]);
  }
});
