import { describe, expect, it } from 'vitest';
import { cardToken, choiceOf, pay, readLedger, ready, replyOf, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { problemOf, startShop } from './kit/shop.ts';

/** The server's side of docs/product.md#express-wallets: a wallet's token has no amount of its own. */
const shop = await forFile(startShop());
const wallet = 'apple_pay';

describe('a payment that was agreed to in a wallet’s sheet', () => {
  it('pays the order and total that the sheet showed', async () => {
    const order = await ready(shop, (await slotAt(shop, 0)).id);
    expect(replyOf(await pay(shop, order, { wallet })).status).toBe('paid');
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured: order.price });
  });

  it.each([-1, 1])('is refused with a total that differs by %d yen, and charges nothing', async (by) => {
    const order = await ready(shop, (await slotAt(shop, 1)).id);
    const refused = problemOf(await pay(shop, { ...order, price: order.price + by }, { wallet }));
    expect(refused).toMatchObject({ status: 409, code: 'invalid_input', fields: ['price'] });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
  });

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

  it('pays one order only: its token is spent', async () => {
    const token = await cardToken(shop);
    const [one, other] = [await ready(shop, (await slotAt(shop, 3)).id), await ready(shop, (await slotAt(shop, 3)).id)];
    expect(replyOf(await pay(shop, one, { wallet, token })).status).toBe('paid');
    expect(problemOf(await pay(shop, other, { wallet, token }))).toMatchObject({ status: 402 });
    expect(await readLedger(shop, other.token)).toMatchObject({ charges: 0 });
  });
});
