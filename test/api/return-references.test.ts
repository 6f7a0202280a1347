import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, hashOf } from '#server/domain/tokens.ts';
import { getReturn } from '#src/api/contract/checkout.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { answerChallenge, customer, pay, ready, replyOf } from './kit/buyer.ts';
import { attemptOf } from './kit/gmo.ts';
import { askReturn, comeBack, newBrowser, returnAddressOf } from './kit/returns.ts';
import { type Answer, problemOf, type Shop, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const told = ({ status, text }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
};

/** An order whose bank asks for an identity check, and the address that the provider sends the browser back to. */
const leaving = async () => {
  const order = await ready(shop, await newSlot(shop));
  const started = replyOf(await pay(shop, order, { card: '4000002760003184' }));
  if (started.status !== 'requires_action') throw new Error(started.status);
  const answer = (result: 'complete' | 'cancel') =>
    answerChallenge(shop, started.payment_intent_id, started.client_secret, result);
  return { ...order, answer, address: await returnAddressOf(shop, order) };
};

/** The same, paid at the provider: the browser is about to come back. */
const paid = async () => {
  const order = await leaving();
  await order.answer('complete');
  return order;
};

/** Minutes pass for every reference, and for the end of every payment. */
const passMinutes = async (minutes: number) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  await shop.db
    .updateTable('return_references')
    .set({ issued_at: sql`issued_at - ${shift}`, expires_at: sql`expires_at - ${shift}` })
    .execute();
  await shop.db
    .updateTable('payments')
    .set({ asked_at: sql`asked_at - ${shift}` })
    .execute();
};

const numberOf = async ({ token }: { token: string }): Promise<string> => {
  const row = shop.db.selectFrom('orders').select('reservation_number').where('token_hash', '=', hashOf(token));
  return (await row.executeTakeFirstOrThrow()).reservation_number ?? '';
};

/** All that a browser is told to which the reference does not belong. */
const stateOf = async (order: { token: string }) => ({
  status: 'paid',
  order_token: '',
  completion: {
    reservation_number: `…${(await numberOf(order)).slice(-4)}`,
    reservation_token: '',
    sent_to: hiddenMail(customer.email),
  },
});

describe('coming back from a provider', () => {
  it('makes a new short reference each time, which is not the one of the return address', async () => {
    const order = await paid();
    const references = [await comeBack(order.address), await comeBack(order.address)];
    expect(new Set(references).size).toBe(2);
    for (const r of references) {
      expect(r).toMatch(/^[\w-]{32}$/);
      expect(order.address).not.toContain(r);
    }
    const inAddress = order.address.split('r=')[1] ?? '';
    const bare = Buffer.from(inAddress, 'hex').toString('base64url');
    for (const r of [inAddress, bare])
      expect(problemOf(await askReturn(shop, r, newBrowser()))).toMatchObject({ status: 404, code: 'token_not_found' });
  });

  it('works as long as the payment can: after days the money is honoured and the ticket shown', async () => {
    const order = await leaving();
    const days = sql`interval '3 days'`;
    await shop.db
      .updateTable('payments')
      .set({ created_at: sql`created_at - ${days}`, asked_at: sql`asked_at - ${days}` })
      .where('id', '=', (await attemptOf(shop, order)).id)
      .execute();
    await order.answer('complete');
    const reply = told(await askReturn(shop, await comeBack(order.address), newBrowser()));
    expect(reply).toMatchObject({ status: 'paid', order_token: order.token });
    expect(reply.completion.reservation_number).toBe(await numberOf(order));
  });

  it('half an hour after the payment has ended tells only its state', async () => {
    const order = await paid();
    await comeBack(order.address);
    await passMinutes(29);
    expect(told(await askReturn(shop, await comeBack(order.address), newBrowser())).order_token).not.toBe('');
    await passMinutes(2);
    const late = await comeBack(order.address);
    expect(told(await askReturn(shop, late, newBrowser()))).toEqual(await stateOf(order));
  });

  it('by a form that cannot be worked on is led to the same address, which can be asked again', async () => {
    const order = await paid();
    const tooMuch = await fetch(order.address, { method: 'POST', redirect: 'manual', body: 'x'.repeat(65 * 1024) });
    expect([tooMuch.status, tooMuch.headers.get('location')]).toEqual([303, order.address]);
    const r = await comeBack(order.address);
    expect(told(await askReturn(shop, r, newBrowser()))).toMatchObject({ status: 'paid', order_token: order.token });
  });

  it('a hundred times leaves the newest references only', async () => {
    const order = await paid();
    const first = await comeBack(order.address);
    for (let times = 0; times < 25; times += 1) await comeBack(order.address);
    const rows = shop.db.selectFrom('return_references').select('id');
    const own = await rows.where('payment_id', '=', (await attemptOf(shop, order)).id).execute();
    expect(own.length).toBe(20);
    expect(problemOf(await askReturn(shop, first, newBrowser())).code).toBe('token_not_found');
  });
});

describe('a reference of a return', () => {
  it('is answered in full to the first browser that asks, as often as it asks, also when its reply was lost', async () => {
    const order = await paid();
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    const lost = new AbortController();
    const asked = fetch(`${shop.url}/api/v1/returns/${r}`, {
      headers: { 'x-browser-secret': browser },
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
    expect(replies[0].completion.reservation_number).toBe(await numberOf(order));
    expect(replies[0].completion.reservation_token).not.toBe('');
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  it('tells any other browser the state, the last four signs and where the mail went, and nothing else', async () => {
    const order = await paid();
    const r = await comeBack(order.address);
    const first = told(await askReturn(shop, r, newBrowser()));
    const other = await askReturn(shop, r, newBrowser());
    expect(told(other)).toEqual(await stateOf(order));
    const { reservation_number, reservation_token } = first.completion;
    for (const secret of [order.token, customer.email, reservation_number, reservation_token])
      expect(other.text).not.toContain(secret);
  });

  it('tells any other browser only that a payment failed, is open, or is being checked', async () => {
    const [declined, open] = [await leaving(), await leaving()];
    await declined.answer('cancel');
    for (const [order, status] of [
      [declined, 'declined'],
      [open, 'open'],
    ] as const) {
      const r = await comeBack(order.address);
      expect(told(await askReturn(shop, r, newBrowser()))).toMatchObject({ status, order_token: order.token });
      expect(told(await askReturn(shop, r, newBrowser()))).toEqual({ status, order_token: '' });
    }
    const started = await leaving();
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
    const order = await paid();
    const r = await comeBack(order.address);
    const replies = await Promise.all(Array.from({ length: 10 }, () => askReturn(shop, r, newBrowser())));
    const tokens = replies.map((reply) => told(reply).order_token);
    expect(tokens.filter((token) => token === order.token).length).toBe(1);
    expect(tokens.filter((token) => token === '').length).toBe(9);
  });

  it('is not taken by a client that sends no secret', async () => {
    const order = await paid();
    const r = await comeBack(order.address);
    expect(told(await askReturn(shop, r, null))).toEqual(await stateOf(order));
    expect(told(await askReturn(shop, r, newBrowser()))).toMatchObject({ order_token: order.token });
  });

  it.each(['', 'short', 'x'.repeat(32), 'a'.repeat(300)])('refuses the secret "%s"', async (secret) => {
    const order = await paid();
    const refused = problemOf(await askReturn(shop, await comeBack(order.address), secret));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields: ['x-browser-secret'] });
  });

  it.each([true, false])(
    'ends after 30 minutes (opened before: %s): then all it tells is the state',
    async (opened) => {
      const order = await paid();
      const [r, browser] = [await comeBack(order.address), newBrowser()];
      await passMinutes(29);
      if (opened) expect(told(await askReturn(shop, r, browser)).order_token).toBe(order.token);
      await passMinutes(2);
      for (const one of [browser, newBrowser()])
        expect(told(await askReturn(shop, r, one))).toEqual(await stateOf(order));
    },
  );

  it('is not known to another site, and not after a day', async () => {
    const order = await paid();
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    const elsewhere = await fetch(`${shop.url}/mori/api/v1/returns/${r}`, { headers: { 'x-browser-secret': browser } });
    expect(elsewhere.status).toBe(404);
    expect(told(await askReturn(shop, r, browser)).order_token).toBe(order.token);
    await passMinutes(24 * 60 - 1);
    await shop.sweep();
    expect(told(await askReturn(shop, r, browser))).toEqual(await stateOf(order));
    await passMinutes(2);
    await shop.sweep();
    expect(problemOf(await askReturn(shop, r, browser)).code).toBe('token_not_found');
  });

  it('outlives a rotation of the secret, and so does the return address', async () => {
    const order = await paid();
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
    const order = await paid();
    const [r, browser] = [await comeBack(order.address), newBrowser()];
    await askReturn(shop, r, browser);
    await shop.send(getReturn, { params: { r: `${r}x` } });
    const rows = await shop.db.selectFrom('return_references').selectAll().execute();
    const text = JSON.stringify([shop.logged, rows]);
    for (const secret of [r, browser, order.address.split('r=')[1] ?? '']) expect(text).not.toContain(secret);
  });
});
