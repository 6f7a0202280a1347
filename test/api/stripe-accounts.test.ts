import { parseFault } from '@ticket-store/sandbox/faults.ts';
import { type RunningSandbox, startSandbox } from '@ticket-store/sandbox/main.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WithEarlier } from '#server/payments/providers/contracts.ts';
import type { StripeAccount } from '#server/payments/providers/stripe/client.ts';
import { allowLookUp, changeRows, rowsOf } from './kit/arrange.ts';
import { cardToken, ledgerAt, newKey, postToStripe, ready, slotAt } from './kit/buyer.ts';
import { giveSameIds, openOps } from './kit/ops.ts';
import { attemptOf, pay, replyOf } from './kit/pay.ts';
import { forwardTo, startServer } from './kit/process.ts';
import { forFile, type Shop, startShop } from './kit/shop.ts';
import { notify, signatureOf } from './kit/stripe.ts';

/** Two venues with the same ids; one gets its own account at Stripe, which is another sandbox with another key. */
const own: StripeAccount = { account: 'acct_hall', secretKey: 'sk_test_hall', webhookSecret: 'whsec_hall' };
const shared: StripeAccount = { account: 'default', secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_test' };
const accounts: Record<string, WithEarlier<StripeAccount>> = { default: shared };
let requests = 0;
const front = await forFile(
  startServer((request, reply) => {
    requests += 1;
    const to = request.headers.authorization === `Bearer ${own.secretKey}` ? other.url : shop.sandbox.url;
    const headers = { authorization: `Bearer ${shared.secretKey}`, host: new URL(to).host };
    forwardTo(to, (sent) => ({ ...sent, ...headers }))(request, reply);
  }),
);
const other = await forFile(startSandbox({ port: 0, webhookUrl: null, gmoNoticeUrl: null }));
const shop: Shop = await forFile(startShop({ timeout: 1_200, stripe: { accounts, apiBase: front.url } }));
const hall = await giveSameIds(shop, 'lab-exhibition');
beforeEach(() => {
  for (const code of Object.keys(accounts)) if (code !== 'default') delete accounts[code];
  accounts['lab-exhibition'] = own;
});
afterEach(() => {
  for (const { sandbox } of [shop.sandbox, other]) sandbox.faults.clear();
});

const charges = async (sandbox: { url: string }) =>
  Object.values(await ledgerAt(sandbox.url)).reduce((sum, { charges: made }) => sum + made, 0);
const charged = async () => [await charges(shop.sandbox), await charges(other)];
const orderOf = async (venue: Shop) => ready(venue, (await slotAt(venue, 0)).id);
const payAt = async (venue: Shop, sandbox: { url: string }) =>
  pay(venue, await orderOf(venue), { token: await cardToken({ sandbox }) });

const setWebhooksLost = ({ sandbox }: RunningSandbox) =>
  sandbox.faults.add(parseFault({ route: 'webhooks', fault: 'lost', times: 9 }));

/** An order of the hall that is charged in a sandbox, of which no response and no notice is received. */
const chargedUnheard = async (sandbox: RunningSandbox) => {
  sandbox.sandbox.faults.add(parseFault({ route: 'payment_intents.create', fault: 'drop_after', times: 2 }));
  setWebhooksLost(sandbox);
  const order = await orderOf(hall);
  const [before, made] = [await charged(), await pay(hall, order, { token: await cardToken({ sandbox }) })];
  expect(replyOf(made).status).toBe('checking');
  /** The next look-up finds the payment, and charges nothing more anywhere. */
  const expectFound = async () => {
    expect(await pollNow(order.token)).toMatchObject({ status: 'paid' });
    const isHere = sandbox === shop.sandbox;
    expect(await charged()).toEqual(before.map((count, at) => count + (isHere === (at === 0) ? 1 : 0)));
  };
  return { token: order.token, expectFound };
};
const pollNow = async (token: string) => {
  await changeRows(shop, 'payments', {}, { asked_at: new Date(0) });
  await allowLookUp(shop);
  return hall.call('getOrder', { params: { token } });
};

describe('a venue with its own account', () => {
  it('is paid there, the others in the account of the settings; each is refunded where it was paid', async () => {
    const before = await charged();
    expect(replyOf(await payAt(hall, other)).status).toBe('paid');
    expect(replyOf(await payAt(shop, shop.sandbox)).status).toBe('paid');
    expect(await charged()).toEqual(before.map((count) => count + 1));
    const rows = await rowsOf(shop, 'orders', { status: 'paid' });
    const ops = await openOps(shop);
    for (const { reservation_number } of rows) expect(await ops.code('refund', { reservation_number })).toBe('refund');
    await ops.close();
    for (const sandbox of [shop.sandbox, other])
      for (const { captured, refunded } of Object.values(await ledgerAt(sandbox.url))) expect(refunded).toBe(captured);
  });

  it('does not lose a payment that was begun before it had one', async () => {
    delete accounts['lab-exhibition'];
    const { expectFound } = await chargedUnheard(shop.sandbox);
    accounts['lab-exhibition'] = own;
    await expectFound();
  });

  it('does not lose a payment that was begun in its earlier account, as long as that is named', async () => {
    const { expectFound } = await chargedUnheard(other);
    const next = { account: 'acct_next', secretKey: 'sk_test_next', webhookSecret: 'whsec_next' };
    accounts['lab-exhibition'] = { ...next, earlier: [own] };
    await expectFound();
  });

  it.each([
    ['before', ['artizon', 'lab-exhibition']],
    ['after', ['lab-exhibition', 'artizon']],
  ])('is paid by its own key where a site listed %s it names the same account with another one', async (_, codes) => {
    const theirs = { ...own, secretKey: shared.secretKey, webhookSecret: 'whsec_else' };
    delete accounts['lab-exhibition'];
    for (const code of codes) accounts[code] = code === 'artizon' ? theirs : own;
    await (await chargedUnheard(other)).expectFound();
  });

  it('neither loses nor ends a payment while its account is not configured', async () => {
    const { token, expectFound } = await chargedUnheard(other);
    delete accounts['lab-exhibition'];
    expect(await pollNow(token)).toMatchObject({ status: 'checking' });
    accounts['lab-exhibition'] = { ...own, webhookSecret: 'whsec_rolled' };
    await expectFound();
  });
});

describe('a notice', () => {
  const notifyOf = (intent: string | null, secret: string, metadata = {}) => {
    const object = { id: intent, object: 'payment_intent', metadata };
    return notify(shop, { id: `evt_${newKey()}`, type: 'payment_intent.succeeded', data: { object } }, secret);
  };
  const attemptAt = async (venue: Shop, sandbox: { url: string }) => {
    const card = '4000002760003184';
    const order = await orderOf(venue);
    await pay(venue, order, { token: await cardToken({ sandbox }, card) });
    return (await attemptOf(shop, order)).provider_id;
  };

  it('has an effect only on payments of the account that signed it', async () => {
    const [here, there] = [await attemptAt(shop, shop.sandbox), await attemptAt(hall, other)];
    expect(await notifyOf(here, own.webhookSecret)).toBe(400);
    expect(await notifyOf(there, shared.webhookSecret)).toBe(400);
    expect(await notifyOf(here, shared.webhookSecret)).toBe(200);
    expect(await notifyOf(there, own.webhookSecret)).toBe(200);
    expect(await notifyOf(there, 'whsec_nobody')).toBe(400);
  });

  it('of no payment here is accepted whoever signed it, since it has no effect, but not without the form of a signature', async () => {
    await attemptAt(shop, shop.sandbox);
    const before = [await rowsOf(shop, 'payments', {}), requests];
    shop.logged.length = 0;
    const ofKind = (type: string, object: object) => ({ id: `evt_${newKey()}`, type, data: { object } });
    const notices = [
      ofKind('payment_intent.succeeded', { id: 'pi_nobodys', amount_received: 4100, currency: 'jpy' }),
      ofKind('payment_intent.succeeded', { id: 'pi_nobodys', metadata: { attempt_id: crypto.randomUUID() } }),
      ofKind('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_nobodys' }),
      ofKind('refund.created', { id: 're_1', payment_intent: null }),
      ofKind('payout.paid', { id: 'po_1' }),
    ];
    for (const notice of notices)
      for (const secret of [own.webhookSecret, 'whsec_nobody']) expect(await notify(shop, notice, secret)).toBe(200);
    const body = JSON.stringify(notices[0]);
    for (const signature of ['', 'v1=', signatureOf(body, { age: 301 }), signatureOf(body, { age: -600 })]) {
      const headers = { 'stripe-signature': signature };
      expect((await fetch(`${shop.url}/api/v1/webhooks/stripe`, { method: 'POST', body, headers })).status).toBe(400);
    }
    expect([await rowsOf(shop, 'payments', {}), requests]).toEqual(before);
    expect(new Set(shop.logged.map(({ event }) => event))).toEqual(new Set(['request']));
  });

  it('that comes while no look-up is allowed is remembered by its payment until the next one', async () => {
    setWebhooksLost(other);
    const order = await orderOf(hall);
    await pay(hall, order, { token: await cardToken({ sandbox: other }, '4000002760003184') });
    const { id, order_id } = await attemptOf(shop, order);
    const forget = async () => {
      const hour = sql`now() + interval '1 hour'`;
      await changeRows(shop, 'payments', { id }, { provider_id: null, looked_up_at: hour, looks_until: hour });
    };
    const { provider_id: first } = await attemptOf(shop, order);
    await forget();
    expect(await notifyOf('pi_nobodys', own.webhookSecret, { attempt_id: id })).toBe(200);
    await pollNow(order.token);
    expect(await attemptOf(shop, order)).toMatchObject({ state: 'requires_action', provider_id: first });
    await forget();
    const intent = {
      amount: String(order.price),
      currency: 'jpy',
      confirm: 'true',
      confirmation_token: await cardToken({ sandbox: other }),
      return_url: 'https://shop.example/',
      'metadata[attempt_id]': id,
      'metadata[order_id]': order_id,
    };
    const made = await postToStripe({ sandbox: other }, 'payment_intents', intent, shared.secretKey);
    const { id: paid } = v.parse(v.object({ id: v.string() }), made);
    expect(await notifyOf(paid, own.webhookSecret, { attempt_id: id })).toBe(200);
    expect(await pollNow(order.token)).toMatchObject({ status: 'paid' });
    expect(await attemptOf(shop, order)).toMatchObject({ provider_id: paid });
  });
});
