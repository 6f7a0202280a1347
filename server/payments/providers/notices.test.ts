import { expect, it } from 'vitest';
import { resultOf, signedBody } from '#test/api/kit/hostile-softbank.ts';
import { signatureOf } from '#test/api/kit/stripe.ts';
import { createAdapters } from './adapters.ts';
import { attemptFixture } from './attempt.fixture.ts';
import { orderIdOf } from './gmo/order.ts';
import { demoShop, demoSoftbank } from './options.ts';

/** Contracts of 50 venues with the ids of this one's, and the sites whose contracts were read. */
const read = new Set<string>();
const amongMany = <C extends object>(own: C): Record<string, C> => {
  const sites = ['mori', ...Array.from({ length: 50 }, (_, venue) => `venue-${venue}`)];
  return new Proxy(Object.fromEntries(sites.map((site) => [site, own])), {
    get: (all, site: string) => {
      read.add(site);
      return all[site];
    },
  });
};
const common = { timeout: 1, log: () => undefined };
const account = { account: 'acct_mori', secretKey: 'sk_test', webhookSecret: 'whsec_mori' };
const adapters = createAdapters({
  stripe: { ...common, accounts: amongMany(account), apiBase: null },
  gmo: { ...common, shops: amongMany(demoShop), baseUrl: '' },
  softbank: { ...common, shops: amongMany(demoSoftbank), apiBase: '', linkUrl: '' },
});

const attempt = attemptFixture();
const event = JSON.stringify({
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', metadata: { attempt_id: attempt.id } } },
});
const result = resultOf({
  pay_method: 'alipay',
  merchant_id: demoSoftbank.merchant,
  service_id: demoSoftbank.service,
  order_id: attempt.id,
});

it.each([
  ['stripe_secure', event, signatureOf(event, { secret: account.webhookSecret }), true],
  ['stripe_secure', event, `${signatureOf(event, { secret: account.webhookSecret })},v1=${'0'.repeat(64)}`, true],
  ['stripe_secure', event, signatureOf(event, { secret: 'whsec_nobody' }), false],
  ['gmo', `ShopID=${demoShop.id}&OrderID=${orderIdOf(attempt)}`, '', true],
  ['gmo', `ShopID=tshop00000009&OrderID=${orderIdOf(attempt)}`, '', false],
  ['softbank_credit', signedBody(result, demoSoftbank.hashKey), '', true],
  ['softbank_credit', signedBody(result, 'nobody'), '', false],
] as const)(
  'a notice of %s is verified by its payment’s contract only (%#)',
  async (method, body, signature, isTheirs) => {
    read.clear();
    const headers = new Headers({ 'stripe-signature': signature });
    const notice = await adapters[method]?.notice?.(Buffer.from(body), headers);
    expect(notice).toMatchObject({ attemptId: attempt.id });
    expect(await notice?.isFor(attempt, 'mori')).toBe(isTheirs);
    expect([...read].filter((site) => site !== 'default')).toEqual(['mori']);
  },
);
