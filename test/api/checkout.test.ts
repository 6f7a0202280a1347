import { describe, expect, it } from 'vitest';
import { fingerprintLength } from '#src/domain/checkout.ts';
import { changeRows } from './kit/arrange.ts';
import { cardToken, choiceOf, confirm, pay, purchase, readLedger, ready, replyOf, slotAt } from './kit/buyer.ts';
import { attemptOf, referenceIn, startIdentityCheck } from './kit/gmo.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

describe('a card', () => {
  it("opens its ticket by the payment intent of a browser, never by another provider's number, which can be guessed", async () => {
    const order = await ready(shop, (await slotAt(shop, 0)).id);
    expect(replyOf(await pay(shop, order)).status).toBe('paid');
    const tracking = '10000000000123';
    const { id } = await attemptOf(shop, order);
    await changeRows(shop, 'payments', { id }, { method: 'softbank_credit', provider_id: tracking });
    expect(problemOf(await confirm(shop, tracking))).toMatchObject({ status: 404, code: 'token_not_found' });
  });

  it('is stored with the fingerprint of its device, which may be missing, and is rejected if it is too long', async () => {
    for (const device of [{ fingerprint: 'SANDBOX-1' }, {}]) {
      const order = await ready(shop, (await slotAt(shop, 4)).id);
      await purchase(shop, order, device);
      expect((await attemptOf(shop, order)).data?.fingerprint).toBe(device.fingerprint);
    }
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    const refused = problemOf(await pay(shop, order, { fingerprint: 'x'.repeat(fingerprintLength + 1) }));
    expect(refused).toMatchObject({ status: 400, fields: ['payment/fingerprint'] });
  });
});

describe('a return from the provider', () => {
  it.each([
    ['GET', null, 'checking'],
    ['POST', 'complete', 'success'],
    ['GET', 'cancel', 'failure'],
  ] as const)(
    '(%s, %s) leads to the page of its actual result, with its own reference: %s',
    async (method, answer, page) => {
      const order = await startIdentityCheck(shop);
      if (answer) await order.answer(answer);
      const reply = await fetch(`${order.address}&redirect_status=succeeded`, { method, redirect: 'manual' });
      const location = reply.headers.get('location') ?? '';
      const r = referenceIn(location);
      expect(reply.status).toBe(303);
      expect(location).toBe(`${shop.url}/?lang=ja#/payment-callback/stripe_secure/${page}?r=${r}`);
      expect(order.address).not.toContain(r);
    },
  );
});

/** The server's side of docs/product.md#express-wallets: a wallet's token states no amount. */
describe('a payment that was agreed to in a wallet’s sheet', () => {
  const wallet = 'apple_pay';

  it('is refused for the order that replaced it with another total', async () => {
    const slot = await slotAt(shop, 2);
    const order = await ready(shop, slot.id);
    const body = { ...choiceOf(slot.id, 2), replaces: order.token };
    const { order_token: token, order: now } = await shop.call('createOrder', { body });
    expect(now.price).not.toBe(order.price);
    expect(problemOf(await pay(shop, { token, price: order.price }, { wallet }))).toMatchObject({ status: 409 });
    expect(problemOf(await pay(shop, order, { wallet })).status).toBeGreaterThanOrEqual(400);
    expect([await readLedger(shop, token), await readLedger(shop, order.token)]).toMatchObject([
      { charges: 0 },
      { charges: 0 },
    ]);
  });

  it.each([-1, 1])('is refused with a total that differs by %d yen, and charges nothing', async (by) => {
    const order = await ready(shop, (await slotAt(shop, 1)).id);
    const refused = problemOf(await pay(shop, { ...order, price: order.price + by }, { wallet }));
    expect(refused).toMatchObject({ status: 409, code: 'invalid_input', fields: ['price'] });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
  });

  it('pays the total that the sheet showed, and one order only: its token is spent', async () => {
    const token = await cardToken(shop);
    const [one, other] = [await ready(shop, (await slotAt(shop, 3)).id), await ready(shop, (await slotAt(shop, 3)).id)];
    expect(replyOf(await pay(shop, one, { wallet, token })).status).toBe('paid');
    expect(await readLedger(shop, one.token)).toMatchObject({ charges: 1, captured: one.price });
    expect(problemOf(await pay(shop, other, { wallet, token }))).toMatchObject({ status: 402 });
    expect(await readLedger(shop, other.token)).toMatchObject({ charges: 0 });
  });
});
