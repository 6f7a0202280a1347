import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout } from '#src/api/contract/checkout.ts';
import { fingerprintLength } from '#src/domain/checkout.ts';
import { cardToken, newKey, ready, slotAt } from './kit/buyer.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

/** The device details that a browser sends with a payment. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const pay = async (fingerprint: object) => {
  const { token, price } = await ready(shop, (await slotAt(shop, 0)).id);
  const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242', ...fingerprint };
  const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price };
  return shop.send(checkout, { params: { token }, body, key: newKey() });
};

const newest = () =>
  shop.db.selectFrom('payments').select(['data', 'state']).orderBy('created_at', 'desc').limit(1).executeTakeFirst();

describe('a device fingerprint', () => {
  it('is stored with its payment', async () => {
    expect((await pay({ fingerprint: 'SANDBOX-1' })).status).toBe(200);
    expect(await newest()).toMatchObject({ state: 'paid', data: { fingerprint: 'SANDBOX-1' } });
  });

  it('may be missing', async () => {
    expect((await pay({})).status).toBe(200);
    expect((await newest())?.data?.fingerprint).toBeUndefined();
  });

  it('that is too long is rejected by name', async () => {
    const refused = problemOf(await pay({ fingerprint: 'x'.repeat(fingerprintLength + 1) }));
    expect(refused).toMatchObject({ status: 400, fields: ['payment/fingerprint'] });
  });
});
