import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, hashOf } from '#server/domain/tokens.ts';
import { getReturn } from '#src/api/contract/checkout.ts';
import { customer } from './kit/buyer.ts';
import { attemptOf } from './kit/gmo.ts';
import { orderIdOf, passDays, runNow } from './kit/retained.ts';
import {
  asBrowser,
  askReturn,
  comeBack,
  leaving,
  newBrowser,
  numberOf,
  paid,
  passReturnMinutes,
  stateOf,
  told,
} from './kit/returns.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

/** The short reference that the app sends after a return from a payment provider. */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

describe('a reference of a return', () => {
  it('is answered in full to the first browser that asks, as often as it asks, also when its reply was lost', async () => {
    const order = await paid(shop);
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    const lost = new AbortController();
    const asked = fetch(`${shop.url}/api/v1/returns/${r}`, {
      headers: asBrowser(browser),
      signal: lost.signal,
    });
    await expect
      .poll(() => shop.db.selectFrom('return_references').select('browser_hash').execute())
      .toContainEqual({
        browser_hash: hashOf(browser),
      });
    lost.abort();
    await asked.catch(() => undefined);
    const replies = [];
    for (let times = 0; times < 5; times += 1) replies.push(told(await askReturn(shop, r, browser)));
    expect(replies[0]).toMatchObject({ status: 'paid', order_token: order.token });
    expect(replies[0].completion.reservation_number).toBe(await numberOf(shop, order));
    expect(replies[0].completion.reservation_token).not.toBe('');
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  it('tells any other browser the state, the last four signs and where the mail went, and nothing else', async () => {
    const order = await paid(shop);
    const r = await comeBack(order.address);
    const first = told(await askReturn(shop, r, newBrowser()));
    const other = await askReturn(shop, r, newBrowser());
    expect(told(other)).toEqual(await stateOf(shop, order));
    const { reservation_number, reservation_token } = first.completion;
    for (const secret of [order.token, customer.email, reservation_number, reservation_token])
      expect(other.text).not.toContain(secret);
  });

  it('tells any other browser only that a payment failed, is open, or is being checked', async () => {
    const [declined, open] = [await leaving(shop), await leaving(shop)];
    await declined.answer('cancel');
    for (const [order, status] of [
      [declined, 'declined'],
      [open, 'open'],
    ] as const) {
      const r = await comeBack(order.address);
      expect(told(await askReturn(shop, r, newBrowser()))).toMatchObject({ status, order_token: order.token });
      expect(told(await askReturn(shop, r, newBrowser()))).toEqual({ status, order_token: '' });
    }
    const started = await leaving(shop);
    const r = await comeBack(started.address);
    await askReturn(shop, r, newBrowser());
    await shop.db
      .updateTable('payments')
      .set({ state: 'started', provider_id: null })
      .where('id', '=', (await attemptOf(shop, started)).id)
      .execute();
    const waiting = told(await askReturn(shop, r, newBrowser()));
    expect(waiting).toMatchObject({ order_token: '' });
    expect(Object.keys(waiting)).not.toContain('completion');
  });

  it('belongs to one browser when ten open it at once', async () => {
    const order = await paid(shop);
    const r = await comeBack(order.address);
    const replies = await Promise.all(Array.from({ length: 10 }, () => askReturn(shop, r, newBrowser())));
    const tokens = replies.map((reply) => told(reply).order_token);
    expect(tokens.filter((token) => token === order.token).length).toBe(1);
    expect(tokens.filter((token) => token === '').length).toBe(9);
  });

  it('is not taken by a client that sends no secret', async () => {
    const order = await paid(shop);
    const r = await comeBack(order.address);
    expect(told(await askReturn(shop, r, null))).toEqual(await stateOf(shop, order));
    expect(told(await askReturn(shop, r, newBrowser()))).toMatchObject({ order_token: order.token });
  });

  it.each(['', 'short', 'x'.repeat(32), 'a'.repeat(300)])('refuses the secret "%s"', async (secret) => {
    const order = await paid(shop);
    const refused = problemOf(await askReturn(shop, await comeBack(order.address), secret));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields: ['x-browser-secret'] });
  });

  it.each([true, false])(
    'ends after 30 minutes (opened before: %s): then all it tells is the state',
    async (opened) => {
      const order = await paid(shop);
      const [r, browser] = [await comeBack(order.address), newBrowser()];
      await passReturnMinutes(shop, 29);
      if (opened) expect(told(await askReturn(shop, r, browser)).order_token).toBe(order.token);
      await passReturnMinutes(shop, 2);
      for (const one of [browser, newBrowser()])
        expect(told(await askReturn(shop, r, one))).toEqual(await stateOf(shop, order));
    },
  );

  it('is not known to another site, and not after a day', async () => {
    const order = await paid(shop);
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    const elsewhere = await fetch(`${shop.url}/mori/api/v1/returns/${r}`, { headers: asBrowser(browser) });
    expect(elsewhere.status).toBe(404);
    expect(told(await askReturn(shop, r, browser)).order_token).toBe(order.token);
    await passReturnMinutes(shop, 24 * 60 - 1);
    await shop.sweep();
    expect(told(await askReturn(shop, r, browser))).toEqual(await stateOf(shop, order));
    await passReturnMinutes(shop, 2);
    await shop.sweep();
    expect(problemOf(await askReturn(shop, r, browser)).code).toBe('token_not_found');
  });

  it('outlives a rotation of the secret, and so does the return address', async () => {
    const order = await paid(shop);
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    await askReturn(shop, r, browser);
    const rotated = createVault({
      secrets: ['a newer secret of the tests, long enough', 'a secret of the tests, long enough'],
    });
    const { db, reads, disk } = shop.deps;
    const database = { db, reads, disk, embedded: false, pools: null, close: async () => {} };
    const after = await startShop({ vault: rotated, database });
    try {
      const full = { status: 'paid', order_token: order.token };
      expect(told(await askReturn(after, r, browser))).toMatchObject(full);
      const address = order.address.replace(shop.url, after.url);
      expect(told(await askReturn(after, await comeBack(address), newBrowser()))).toMatchObject(full);
    } finally {
      await after.close();
    }
  });

  it('stands in no line of the log and not as itself in the database', async () => {
    const order = await paid(shop);
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    await askReturn(shop, r, browser);
    await shop.send(getReturn, { params: { r: `${r}x` } });
    const rows = await shop.db.selectFrom('return_references').selectAll().execute();
    const text = JSON.stringify([shop.logged, rows]);
    for (const secret of [r, browser, order.address.split('r=')[1] ?? '']) expect(text).not.toContain(secret);
  });

  it('goes with the order, as does the return address', async () => {
    const order = await paid(shop);
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    await askReturn(shop, r, browser);
    const id = await orderIdOf(shop, order.token);
    await passDays(shop, id, 500);
    await runNow(shop);
    expect(problemOf(await askReturn(shop, r, browser)).code).toBe('token_not_found');
    expect(await comeBack(order.address)).toBe('');
    const { id: payment_id } = await shop.db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', id)
      .where('browser_hash', 'is', null)
      .executeTakeFirstOrThrow();
    const rows = shop.db.selectFrom('return_references').select('id').where('payment_id', '=', payment_id);
    expect(await rows.execute()).toEqual([]);
  });
});
