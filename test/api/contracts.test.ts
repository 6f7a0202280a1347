import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { providerOf } from '#server/payments/providers/contract-owners.ts';
import { demoSoftbank } from '#server/payments/providers/options.ts';
import { watchPayments } from '#server/payments/reconcile.ts';
import { ownersIn } from '#server/shared/sites/owners.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { changeRows, rowsOf } from './kit/arrange.ts';
import { newKey, ready, slotAt } from './kit/buyer.ts';
import { dumpLines, lighter, loadLines, openEmptyDatabase } from './kit/database.ts';
import { resultOf, signedBody } from './kit/hostile-softbank.ts';
import { fresh } from './kit/live-shop.ts';
import { reconcileNow } from './kit/money.ts';
import { giveSameIds, openOps } from './kit/ops.ts';
import { attemptOf, type Order, pay, readOrder, replyOf } from './kit/pay.ts';
import { startRedirect } from './kit/redirect.ts';
import { forFile, type Shop, startWholeShop } from './kit/shop.ts';
import { notify } from './kit/stripe.ts';
import { isTwins } from './kit/twin-site.ts';

/** Venues with their own contracts at SB Payment Service, whose results each can sign with its own key. */
const own = fresh.softbank();
const same = { ...demoSoftbank, hashKey: fresh.softbank().hashKey };
const shops = { artizon: same, borderless: demoSoftbank, 'lab-exhibition': own, mori: same };
const shop = await forFile(startWholeShop({ softbank: { shops } }));
const hall = await giveSameIds(shop, 'lab-exhibition');
const ops = await forFile(openOps(shop));
watchShop(shop.deps.metrics, shop.db);
beforeEach(() => {
  shop.logged.length = 0;
});

type Waiting = Order & { form: Record<string, string> };
/** An order on its way to the page of Alipay, with the form that its browser sends. */
const waitingAt = async (venue: Shop): Promise<Waiting> => {
  const order = await ready(venue, (await slotAt(venue, 0)).id);
  return { ...order, form: (await startRedirect(venue, order, 'softbank_alipay')).fields };
};
/** Sends the result of a payment, signed with a key, under an id at the provider. */
const report = async ({ form }: Waiting, { hashKey }: { hashKey: string }, tracking: string) => {
  const body = signedBody(resultOf(form, { res_tracking_id: tracking }), hashKey);
  const reply = await fetch(`${shop.url}/api/v1/webhooks/softbank`, { method: 'POST', body });
  return { status: reply.status, text: await reply.text() };
};
const accepted = { status: 200, text: 'OK,' };
const events = () => shop.logged.map(({ event }) => event);

describe('the id of a payment at its provider', () => {
  it('that a venue gave to its own payment does not keep the same id of another contract from being paid', async () => {
    const [theirs, ours] = [await waitingAt(hall), await waitingAt(shop)];
    expect(await report(theirs, own, '10000000000001')).toEqual(accepted);
    expect(await report(ours, demoSoftbank, '10000000000001')).toEqual(accepted);
    expect(await readOrder(shop, ours)).toMatchObject({ status: 'paid' });
  });

  it('counts only when the contract of its site has signed, also where others name the same merchant and service', async () => {
    const ours = await waitingAt(shop);
    for (const other of [same, own]) expect(await report(ours, other, '10000000000002')).toMatchObject({ status: 400 });
    const ids = { merchant_id: own.merchant, service_id: own.service };
    const elsewhere = { ...ours, form: { ...ours.form, ...ids } };
    expect(await report(elsewhere, own, '10000000000002')).toMatchObject({ status: 400 });
    expect(await readOrder(shop, ours)).not.toMatchObject({ status: 'paid' });
    expect(await report(ours, demoSoftbank, '10000000000002')).toEqual(accepted);
  });
});

describe('the owner of a contract', () => {
  it('is one site, also when several processes claim it at the same time', async () => {
    const name = 'stripe acct_new';
    const sites = ['arch', 'hall', 'moor', 'vale'];
    const seen = await Promise.all(sites.map((site) => ownersIn(shop.db).claim([{ name, site }])));
    const stored = (await ownersIn(shop.db).read()).get(name);
    expect(sites).toContain(stored);
    expect(seen.map((owners) => owners.get(name))).toEqual(sites.map(() => stored));
  });

  it('is the site that was paid by it first, in a database of the version before', async () => {
    expect(await report(await waitingAt(hall), own, '10000000000007')).toEqual(accepted);
    expect(await report(await waitingAt(shop), demoSoftbank, '10000000000008')).toEqual(accepted);
    /* That version had no two payments with one id. */
    await changeRows(shop, 'payments', {}, { provider_id: sql`id::text` });
    const rows = lighter(await dumpLines(shop.db), ['borderless', 'lab-exhibition']).slice(1);
    const older = rows.filter(
      (line) => !/^\{"t":"(?:contract_owners|unapplied_payments|ledger)"/.test(line) && !isTwins(line),
    );
    /* Anybody can begin an attempt by the contract of another site, without money. */
    const theirs = older.map((line) => JSON.parse(line)).find(({ r }) => r.data?.contract === '70352-001');
    const unpaid = { ...theirs.r, id: crypto.randomUUID(), r_hash: 'unpaid', provider_id: null, state: 'declined' };
    const earliest = { ...unpaid, data: { contract: '30132-103' }, created_at: '2020-01-01T00:00:00Z' };
    older.push(JSON.stringify({ ...theirs, r: earliest }));
    const { db, close } = await openEmptyDatabase();
    onTestFinished(close);
    await loadLines(db, [JSON.stringify({ dump: 'ticket-store', migrations: ['0022-newsletters'] }), ...older]);
    expect(Object.fromEntries(await ownersIn(db).read())).toEqual({
      'softbank 30132-103': 'borderless',
      'softbank 70352-001': 'lab-exhibition',
    });
  });

  it('is known by the provider of each method', async () => {
    const { rows } = await sql<{ method: Method; provider: string }>`
      select method, provider_of(method) as provider from unnest(${methods}::text[]) as method`.execute(shop.db);
    expect(rows).toEqual(methods.map((method) => ({ method, provider: providerOf(method) ?? method })));
  });
});

describe('money that no order can get', () => {
  const gauge = async () =>
    /shop_payments\{site="[\w-]+",state="refund_due"\} (\d+)/.exec(await shop.deps.metrics.registry.metrics())?.[1];

  it('is refused to its provider, stored, and a refund is due until the operator says that it was made', async () => {
    const [first, second] = [await waitingAt(shop), await waitingAt(shop)];
    expect(await report(first, demoSoftbank, '10000000000003')).toEqual(accepted);
    for (const _ of [1, 2]) expect(await report(second, demoSoftbank, '10000000000003')).toMatchObject({ status: 409 });
    expect(events()).toContain('payment_unapplied');
    expect(await readOrder(shop, second)).not.toMatchObject({ status: 'paid' });
    const { id } = await attemptOf(shop, second);
    const before = await reconcileNow(ops);
    expect(before.isRed).toBe(true);
    for (const said of Object.values(before.said))
      expect(said).toContain(`npm run ops -- returned ${id} 10000000000003`);
    expect(await gauge()).toBe('1');
    await watchPayments(shop.deps);
    expect(shop.logged).toContainEqual({ level: 'error', event: 'payments_unmatched', facts: { count: 1 } });
    const refund = { payment: id, id: '10000000000003' };
    expect(await ops.code('returned', refund)).toBe('returned');
    expect(await ops.code('returned', refund)).toBe('no_payment');
    expect(await reconcileNow(ops)).toMatchObject({ isRed: false });
    expect(await gauge()).toBeUndefined();
    expect(await report(second, demoSoftbank, '10000000000003')).toEqual(accepted);
    /* The right one still pays the order. */
    expect(await report(second, demoSoftbank, '10000000000004')).toEqual(accepted);
    expect(await readOrder(shop, second)).toMatchObject({ status: 'paid' });
  });

  it('may be of no payment here', async () => {
    const { form } = await waitingAt(shop);
    const unknown = { ...form, order_id: crypto.randomUUID() };
    const signedBy = (key: { hashKey: string }) =>
      report({ token: '', price: 0, form: unknown }, key, '10000000000009');
    expect(await signedBy(own)).toMatchObject({ status: 400 });
    expect(events()).not.toContain('notice_without_payment');
    expect(await signedBy(demoSoftbank)).toMatchObject({ status: 400 });
    const facts = { provider: 'softbank', about: expect.stringContaining(`${unknown.order_id}-10000000000009-OK`) };
    expect(shop.logged).toContainEqual({ level: 'error', event: 'notice_without_payment', facts });
  });

  it('may be a second payment of what is paid', async () => {
    const order = await waitingAt(shop);
    expect(await report(order, demoSoftbank, '10000000000005')).toEqual(accepted);
    expect(await report(order, demoSoftbank, '10000000000006')).toMatchObject({ status: 409 });
    expect((await reconcileNow(ops)).said.en).toContain('10000000000006');
  });

  it.each(['4242424242424242', '4000002760003184'])(
    'may have the mark of a payment of Stripe’s by card %s',
    async (card) => {
      const order = await ready(shop, (await slotAt(shop, 0)).id);
      replyOf(await pay(shop, order, { card }));
      const { id, state } = await attemptOf(shop, order);
      const second = `pi_second_${state}`;
      const object = { id: second, metadata: { attempt_id: id }, amount_received: 4100, currency: 'jpy' };
      const notice = (type: string) => notify(shop, { id: newKey(), type, data: { object } });
      expect(await notice('payment_intent.created')).toBe(200);
      for (const _ of [1, 2]) expect(await notice('payment_intent.succeeded')).toBe(409);
      expect((await attemptOf(shop, order)).state).toBe(state);
      expect((await reconcileNow(ops)).said.en).toMatch(new RegExp(`¥4,100, .*\n.*returned ${id} ${second}$`, 'm'));
      expect(await ops.code('returned', { payment: id, id: second })).toBe('returned');
      expect(await notice('payment_intent.succeeded')).toBe(200);
    },
  );

  it('is stored up to a bound for each contract, answered alike beyond it, and listed for each site', async () => {
    const order = await waitingAt(hall);
    expect(await report(order, own, '20000000000000')).toEqual(accepted);
    const { id } = await attemptOf(hall, order);
    await sql`insert into unapplied_payments (payment_id, provider_id, amount, currency, reported_at)
      select ${id}, n, 1, 'jpy', now() - interval '1 day' from generate_series(1, 999) as n`.execute(shop.db);
    for (const last of [1, 2, 2, 3])
      expect(await report(order, own, `2000000000000${last}`)).toMatchObject({ status: 409 });
    const stored = async () => (await rowsOf(shop, 'unapplied_payments', { payment_id: id })).length;
    expect(await stored()).toBe(1_000);
    expect(events().filter((event) => event === 'payments_unapplied_full').length).toBe(1);
    const ours = await waitingAt(shop);
    expect(await report(ours, demoSoftbank, '20000000000004')).toEqual(accepted);
    expect(await report(ours, demoSoftbank, '20000000000005')).toMatchObject({ status: 409 });
    const { en } = (await reconcileNow(ops)).said;
    expect(en).toContain('20000000000005');
    expect(en).toContain('\n980 more refunds are due');
    expect(en.split(` -- returned ${id} `).length).toBe(21);
    expect(await ops.code('returned', { payment: id, id: '7' })).toBe('returned');
    expect(await report(order, own, '20000000000003')).toMatchObject({ status: 409 });
    expect(await stored()).toBe(1_001);
  });
});
