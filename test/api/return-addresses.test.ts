import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptOf } from './kit/gmo.ts';
import {
  newBrowser,
  numberOf,
  paid,
  parseReply,
  passReturnMinutes,
  requestReturn,
  returnToShop,
  startIdentityCheck,
  stateOf,
} from './kit/returns.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

/** The address to which a payment provider redirects the browser, and how long it works. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

describe('returning from a provider', () => {
  it('creates a new short reference each time, different from the return address’s', async () => {
    const order = await paid(shop);
    const references = [await returnToShop(order.address), await returnToShop(order.address)];
    expect(new Set(references).size).toBe(2);
    for (const r of references) {
      expect(r).toMatch(/^[\w-]{32}$/);
      expect(order.address).not.toContain(r);
    }
    const inAddress = order.address.split('r=')[1] ?? '';
    const bare = Buffer.from(inAddress, 'hex').toString('base64url');
    for (const r of [inAddress, bare])
      expect(problemOf(await requestReturn(shop, r, newBrowser()))).toMatchObject({
        status: 404,
        code: 'token_not_found',
      });
  });

  it('works as long as the payment can: after days the money is honoured and the ticket shown', async () => {
    const order = await startIdentityCheck(shop);
    const days = sql`interval '3 days'`;
    await shop.db
      .updateTable('payments')
      .set({ created_at: sql`created_at - ${days}`, asked_at: sql`asked_at - ${days}` })
      .where('id', '=', (await attemptOf(shop, order)).id)
      .execute();
    await order.answer('complete');
    const reply = parseReply(await requestReturn(shop, await returnToShop(order.address), newBrowser()));
    expect(reply).toMatchObject({ status: 'paid', order_token: order.token });
    expect(reply.completion.reservation_number).toBe(await numberOf(shop, order));
  });

  it('half an hour after the payment ended returns only its state', async () => {
    const order = await paid(shop);
    await returnToShop(order.address);
    await passReturnMinutes(shop, 29);
    expect(parseReply(await requestReturn(shop, await returnToShop(order.address), newBrowser())).order_token).not.toBe(
      '',
    );
    await passReturnMinutes(shop, 2);
    const late = await returnToShop(order.address);
    expect(parseReply(await requestReturn(shop, late, newBrowser()))).toEqual(await stateOf(shop, order));
  });

  it('by a form that cannot be processed redirects to the same address, which can be repeated', async () => {
    const order = await paid(shop);
    const tooMuch = await fetch(order.address, { method: 'POST', redirect: 'manual', body: 'x'.repeat(65 * 1024) });
    expect([tooMuch.status, tooMuch.headers.get('location')]).toEqual([303, order.address]);
    const r = await returnToShop(order.address);
    expect(parseReply(await requestReturn(shop, r, newBrowser()))).toMatchObject({
      status: 'paid',
      order_token: order.token,
    });
  });

  it('a hundred times keeps only the newest references', async () => {
    const order = await paid(shop);
    const first = await returnToShop(order.address);
    for (let times = 0; times < 25; times += 1) await returnToShop(order.address);
    const rows = shop.db.selectFrom('return_references').select('id');
    const own = await rows.where('payment_id', '=', (await attemptOf(shop, order)).id).execute();
    expect(own.length).toBe(20);
    expect(problemOf(await requestReturn(shop, first, newBrowser())).code).toBe('token_not_found');
  });
});
