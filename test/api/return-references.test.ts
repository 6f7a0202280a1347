import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { endWanted } from '#server/payments/look-ups.ts';
import { openReference } from '#server/payments/return-references.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { changeRows, earlier, rowOf } from './kit/arrange.ts';
import { customer } from './kit/buyer.ts';
import { attemptOf } from './kit/pay.ts';
import {
  asBrowser,
  newBrowser,
  paid,
  parseReply,
  requestReturn,
  returnToShop,
  startIdentityCheck,
} from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** The address to which a payment provider redirects the browser, and the short reference that the app sends afterwards. */
const shop = await forFile(startShop());

/** Makes all references and all ends of payments older. */
const passMinutes = async (minutes: number) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  await changeRows(shop, 'return_references', {}, earlier(shift, 'issued_at', 'expires_at'));
  await changeRows(shop, 'payments', {}, earlier(shift, 'asked_at'));
};

/** The reservation number of a paid order. */
const numberOf = async ({ token }: { token: string }): Promise<string> =>
  (await rowOf(shop, 'orders', { token_hash: hashOf(token) })).reservation_number ?? '';

/** All that a browser may learn by a reference that belongs to another browser. */
const stateOf = async (order: { token: string }) => ({
  status: 'paid',
  order_token: '',
  completion: {
    reservation_number: `…${(await numberOf(order)).slice(-4)}`,
    reservation_token: '',
    sent_to: hiddenMail(customer.email),
  },
});

/** The result that a browser, or else a new one, gets for a reference. */
const resultFor = async (r: string, browser: string | null = newBrowser()) =>
  parseReply(await requestReturn(shop, r, browser));

describe('a reference of a return', () => {
  it('returns the full result to the first browser, repeatedly, also after a lost response', async () => {
    const order = await paid(shop);
    const [r, browser] = [await returnToShop(order.address), newBrowser()];
    const lost = new AbortController();
    const request = fetch(`${shop.url}/api/v1/returns/${r}`, { headers: asBrowser(browser), signal: lost.signal });
    await expect
      .poll(() => shop.db.selectFrom('return_references').select('browser_hash').execute())
      .toContainEqual({ browser_hash: hashOf(browser) });
    lost.abort();
    await request.catch(() => undefined);
    const replies = [];
    for (let times = 0; times < 5; times += 1) replies.push(await resultFor(r, browser));
    expect(replies[0]).toMatchObject({ status: 'paid', order_token: order.token });
    expect(replies[0].completion.reservation_number).toBe(await numberOf(order));
    expect(replies[0].completion.reservation_token).not.toBe('');
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  it('returns to other browsers only the state, the last four characters and the masked mail address', async () => {
    const order = await paid(shop);
    const r = await returnToShop(order.address);
    const first = await resultFor(r);
    const other = await requestReturn(shop, r, newBrowser());
    expect(parseReply(other)).toEqual(await stateOf(order));
    const { reservation_number, reservation_token } = first.completion;
    for (const secret of [order.token, customer.email, reservation_number, reservation_token])
      expect(other.text).not.toContain(secret);
  });

  it('returns to other browsers only whether a payment failed, is open, or is being checked', async () => {
    const [declined, open] = [await startIdentityCheck(shop), await startIdentityCheck(shop)];
    await declined.answer('cancel');
    for (const [order, status] of [
      [declined, 'declined'],
      [open, 'open'],
    ] as const) {
      const r = await returnToShop(order.address);
      expect(await resultFor(r)).toMatchObject({ status, order_token: order.token });
      expect(await resultFor(r)).toEqual({ status, order_token: '' });
    }
    const started = await startIdentityCheck(shop);
    const r = await returnToShop(started.address);
    await requestReturn(shop, r, newBrowser());
    const { id } = await attemptOf(shop, started);
    await changeRows(shop, 'payments', { id }, { state: 'started', provider_id: null });
    const waiting = await resultFor(r);
    expect(waiting).toMatchObject({ order_token: '' });
    expect(Object.keys(waiting)).not.toContain('completion');
  });

  it('belongs to one browser when ten open it at once', async () => {
    const r = await returnToShop((await paid(shop)).address);
    /* Not by HTTP, where the first could be done before the second begins. */
    const browsers = Array.from({ length: 10 }, () => ({ site: 'borderless', browser: hashOf(newBrowser()) }));
    const opened = await Promise.all(browsers.map((one) => openReference(shop.deps, one, r)));
    expect(opened.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  });

  it('is not bound to a client that sends no secret', async () => {
    const order = await paid(shop);
    const r = await returnToShop(order.address);
    expect(await resultFor(r, null)).toEqual(await stateOf(order));
    expect(await resultFor(r)).toMatchObject({ order_token: order.token });
  });

  it.each(['', 'short', 'x'.repeat(32), 'a'.repeat(300)])('refuses the secret "%s"', async (secret) => {
    const order = await paid(shop);
    const refused = problemOf(await requestReturn(shop, await returnToShop(order.address), secret));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields: ['x-browser-secret'] });
  });

  it.each([true, false])(
    'expires after 30 minutes (opened before: %s): then it returns only the state',
    async (opened) => {
      const order = await paid(shop);
      const [r, browser] = [await returnToShop(order.address), newBrowser()];
      await passMinutes(29);
      if (opened) expect((await resultFor(r, browser)).order_token).toBe(order.token);
      await passMinutes(2);
      for (const one of [browser, newBrowser()]) expect(await resultFor(r, one)).toEqual(await stateOf(order));
    },
  );

  it('is unknown to another site, and after a day', async () => {
    const order = await paid(shop);
    const [r, browser] = [await returnToShop(order.address), newBrowser()];
    const elsewhere = await fetch(`${shop.url}/mori/api/v1/returns/${r}`, { headers: asBrowser(browser) });
    expect(elsewhere.status).toBe(404);
    expect((await resultFor(r, browser)).order_token).toBe(order.token);
    await passMinutes(24 * 60 - 1);
    await shop.sweep();
    expect(await resultFor(r, browser)).toEqual(await stateOf(order));
    await passMinutes(2);
    await shop.sweep();
    expect(problemOf(await requestReturn(shop, r, browser)).code).toBe('token_not_found');
  });
});

describe('returning from a provider', () => {
  it('works as long as the payment can: after days the money is honoured and the ticket shown', async () => {
    const order = await startIdentityCheck(shop);
    const { id } = await attemptOf(shop, order);
    await changeRows(shop, 'payments', { id }, earlier(sql`interval '3 days'`, 'created_at', 'asked_at'));
    await order.answer('complete');
    const reply = await resultFor(await returnToShop(order.address));
    expect(reply).toMatchObject({ status: 'paid', order_token: order.token });
    expect(reply.completion.reservation_number).toBe(await numberOf(order));
  });

  it('during a look-up is looked up, too, when that ends', async () => {
    const { id } = await attemptOf(shop, await startIdentityCheck(shop));
    const began = sql<Date>`now() - interval '1 second'`;
    await changeRows(shop, 'payments', { id }, { looked_up_at: began, look_wanted_at: sql`now()` });
    await endWanted(shop.db, id);
    expect((await rowOf(shop, 'payments', { id })).look_wanted_at).not.toBeNull();
  });

  it('half an hour after the payment ended returns only its state', async () => {
    const order = await paid(shop);
    await returnToShop(order.address);
    await passMinutes(29);
    expect((await resultFor(await returnToShop(order.address))).order_token).not.toBe('');
    await passMinutes(2);
    const late = await returnToShop(order.address);
    expect(await resultFor(late)).toEqual(await stateOf(order));
  });

  it('by a form that cannot be processed redirects to the same address, which can be repeated', async () => {
    const order = await paid(shop);
    const tooMuch = await fetch(order.address, { method: 'POST', redirect: 'manual', body: 'x'.repeat(65 * 1024) });
    expect([tooMuch.status, tooMuch.headers.get('location')]).toEqual([303, order.address]);
    const r = await returnToShop(order.address);
    expect(await resultFor(r)).toMatchObject({ status: 'paid', order_token: order.token });
  });

  it('more than twenty times keeps only the newest twenty references', async () => {
    const order = await paid(shop);
    const first = await returnToShop(order.address);
    for (let times = 0; times < 25; times += 1) await returnToShop(order.address);
    const rows = shop.db.selectFrom('return_references').select('id');
    const own = await rows.where('payment_id', '=', (await attemptOf(shop, order)).id).execute();
    expect(own.length).toBe(20);
    expect(problemOf(await requestReturn(shop, first, newBrowser())).code).toBe('token_not_found');
  });
});
