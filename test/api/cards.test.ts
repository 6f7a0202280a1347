import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { allowLookUp, changeRows, olderPayments, passMinutes, rowsOf } from './kit/arrange.ts';
import { choiceOf, clearFaults, customer, newKey, readLedger, setFault, slotAt } from './kit/buyer.ts';
import { answerCheck, gmoToken, notices } from './kit/gmo.ts';
import {
  answerChallenge,
  attemptOf,
  challenge,
  newOrder,
  type Order,
  once,
  pay,
  readOrder,
  replyOf,
} from './kit/pay.ts';
import { behindProxy } from './kit/process.ts';
import { becameOf, browse, payByWallet, redirectIn } from './kit/redirect.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';
import { softbankToken } from './kit/softbank-provider.ts';
import { methodToken, noNotices } from './kit/stripe.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200, proxies: behindProxy }));
afterEach(() => clearFaults(shop));

/** The token of a card at each provider; GMO's sandbox also decides by the holder's name. */
const tokens = {
  gmo: (card = '4111111111111111') => gmoToken(shop, /^\d/.test(card) ? { number: card } : { name: card }),
  softbank_credit: (card?: string) => softbankToken(shop, card),
  stripe: (card?: string) => methodToken(shop, card),
};
type By = keyof typeof tokens;
/** Makes the order's attempt `age` old, so that it may be polled again. */
const pass = async (order: Order, age: string) => {
  const { id } = await attemptOf(shop, order);
  const asked_at = sql`now() - interval '1 minute'`;
  await changeRows(shop, 'payments', { id }, { ...olderPayments(sql`${age}::interval`), asked_at });
};
const payBy = async (order: Order, method: By, card?: string) =>
  pay(shop, order, { method, token: await tokens[method](card) });

describe('a card', () => {
  it('that was declined is declined again by its key, and leaves the payment that runs now as it is', async () => {
    const order = await newOrder(shop);
    const [key, token] = [newKey(), await methodToken(shop, '4000000000000002')];
    const send = async () => problemOf(await pay(shop, order, { method: 'stripe', key, token }));
    expect(await send()).toMatchObject({ status: 402, reason: 'refused' });
    await challenge(shop, order);
    expect(await send()).toMatchObject({ status: 402, reason: 'refused' });
    expect(await attemptOf(shop, order)).toMatchObject({ state: 'requires_action' });
  });

  it('shows and logs no password and no key of its provider', async () => {
    const order = await newOrder(shop);
    const answers = [
      await payBy(order, 'softbank_credit', '4000000000000002'),
      await payBy(order, 'gmo', 'TDS'),
      await payBy(await newOrder(shop), 'softbank_credit'),
    ];
    const pass = (await attemptOf(shop, order)).data?.access_pass;
    expect(pass).toMatch(/^[0-9a-f]{32}$/);
    const shown = JSON.stringify([answers.map(({ text }) => text), shop.logged]);
    for (const secret of [String(pass), 'sandbox000', '5b1f0e6c']) expect(shown).not.toContain(secret);
  });

  it.each<[By, string, string, string[]]>([
    ['gmo', 'gmo.ExecTran', 'drop_before', ['6 minutes']],
    ['softbank_credit', 'softbank.commit', 'drop_before', ['60 seconds', '60 seconds']],
  ])('by %s without a response (%s %s) ends after a while, and not before', async (method, route, fault, ages) => {
    const order = await newOrder(shop);
    await setFault(shop, { route, fault, times: method === 'gmo' ? 1 : 9 });
    expect(replyOf(await payBy(order, method))).toMatchObject({ status: 'checking' });
    for (const age of ages) {
      expect((await attemptOf(shop, order)).state).toBe('started');
      await pass(order, age);
      await shop.sweep();
    }
    expect((await attemptOf(shop, order)).state).toBe('cancelled');
    expect(await readOrder(shop, order)).toMatchObject({ status: 'open' });
    await clearFaults(shop);
    expect(replyOf(await payBy(order, method))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });
});

it('a card by SB Payment Service that is looked up while it is given up is no ticket whose money went back', async () => {
  const order = await newOrder(shop);
  await setFault(shop, { route: 'softbank.commit', fault: 'drop_before', times: 9 });
  expect(replyOf(await payBy(order, 'softbank_credit'))).toMatchObject({ status: 'checking' });
  await clearFaults(shop);
  await pass(order, '2 minutes');
  await setFault(shop, { route: 'softbank.refund', fault: 'hold', id: 'given up' });
  const sweeping = shop.sweep();
  await shop.sandbox.sandbox.faults.whenHeld('given up');
  await readOrder(shop, order);
  shop.sandbox.sandbox.faults.release('given up');
  await sweeping;
  const { status, price } = await readOrder(shop, order);
  const { captured, refunded } = await readLedger(shop, order.token);
  expect(captured - refunded).toBe(status === 'paid' ? price : 0);
});

describe('the identity check of GMO', () => {
  const begun = async () => {
    const order = await newOrder(shop);
    const { url, method } = redirectIn(await payBy(order, 'gmo', 'TDS'));
    expect(method).toBe('GET');
    return { ...order, url };
  };

  it.each([
    [['Y'], 'success', { status: 'paid' }],
    [['C', 'Y'], 'success', { status: 'paid' }],
    [['N'], 'failure', { status: 'declined', reason: 'authentication' }],
  ])('answered %j ends in %s, in a browser without state', async (letters, page, result) => {
    const order = await begun();
    let [status, location] = [0, order.url];
    for (const letter of letters) ({ status, location } = await browse(await answerCheck(shop, location, letter)));
    expect(status).toBe(303);
    expect(location).toContain(`#/payment-callback/gmo/${page}?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ ...result, order_token: order.token });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: page === 'success' ? 1 : 0, refunded: 0 });
  });

  it('returned twice, sequentially and concurrently, charges once', async () => {
    const order = await begun();
    const back = await answerCheck(shop, order.url, 'Y');
    const both = await Promise.all([browse(back), browse(back)]);
    expect([...both, await browse(back)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });

  it('completed while the last call’s response is lost is paid once, by the next query', async () => {
    const order = await begun();
    await notices(shop, 'lost');
    await setFault(shop, { route: 'gmo.SecureTran2', fault: 'drop_before' });
    const { location } = await browse(await answerCheck(shop, order.url, 'Y'));
    expect(location).toContain('/checking?');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });

  it('abandoned for another card charges only that card', async () => {
    const order = await begun();
    const back = await answerCheck(shop, order.url, 'Y');
    expect(replyOf(await payBy(order, 'gmo'))).toMatchObject({ status: 'paid' });
    await browse(back);
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });
});

/** Limits of declined cards (docs/threat-model.md), behind a trusted proxy that reports the client's address. */
const orderFrom = async (address: string) => {
  const body = choiceOf((await slotAt(shop, 0)).id, 1);
  const { text } = await shop.send('createOrder', { body, headers: { 'x-forwarded-for': address } });
  const { order_token: token, order } = JSON.parse(text);
  await shop.call('putOrder', { params: { token }, body: customer });
  return { token, price: order.price };
};
const payByStripe = (order: Order, card?: string) => payBy(order, 'stripe', card);
const declined = async (order: Order) => {
  expect(problemOf(await payByStripe(order, '4000000000000002'))).toMatchObject({ code: 'payment_api_failure' });
};
/** As if the order's latest payment, which was declined, had been made so many times more. */
const repeatDeclined = async (order: Order, times: number) => {
  const { id } = await attemptOf(shop, order);
  await sql`insert into payments (id, order_id, method, state, amount, r_hash, return_base, asked_at)
    select gen_random_uuid(), order_id, method, state, amount, md5(random()::text), return_base, asked_at
    from payments, generate_series(1, ${times}::int) where id = ${id}`.execute(shop.db);
};
const limited = async (order: Order) => {
  const attempts = () => shop.db.selectFrom('payments').select('id').execute();
  const before = (await attempts()).length;
  const answer = await payByStripe(order);
  expect(problemOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  expect((await attempts()).length).toBe(before);
};

it('the twenty-first payment of an order within ten minutes is not begun; later it is, with the seats still held', async () => {
  const order = await orderFrom('198.51.100.1');
  for (const _ of [1, 2]) await declined(order);
  await repeatDeclined(order, 18);
  await limited(order);
  await passMinutes(shop, order.token, 10, { heldFor: 0 });
  expect(replyOf(await payByStripe(order))).toMatchObject({ status: 'paid' });
  expect(await readLedger(shop, order.token)).toMatchObject({ captured: order.price });
});

it('payments that are begun again and again count like declined ones, each is looked up and ended', async () => {
  const order = await orderFrom('198.51.100.2');
  const statuses = [];
  for (let tried = 0; tried < 21; tried += 1) {
    const answer = await pay(shop, order, { card: '4000002500003155' });
    statuses.push(answer.status);
    await allowLookUp(shop);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

it('sixty declined cards of one address make all its cards wait, but no other method and no other address', async () => {
  const address = '198.51.100.3';
  const first = await orderFrom(address);
  for (const _ of [1, 2]) await declined(first);
  await repeatDeclined(first, 58);
  const order = await orderFrom(address);
  await limited(order);
  expect(replyOf(await payByWallet(shop, order, 'gmo_paypay'))).toMatchObject({ status: 'redirect' });
  expect(replyOf(await payByStripe(await orderFrom('198.51.100.4')))).toMatchObject({ status: 'paid' });
});

it('a card that its bank declined after the identity check counts although the visitor ends the payment at once', async () => {
  await setFault(shop, noNotices);
  const order = await orderFrom('198.51.100.5');
  const reply = replyOf(await pay(shop, order, { card: '4000008400001629' }));
  if (reply.status !== 'requires_action') throw new Error(reply.status);
  await answerChallenge(shop, reply.payment_intent_id, reply.client_secret, 'complete');
  expect(replyOf(await pay(shop, order, { card: '4000002500003155' }))).toMatchObject({ status: 'requires_action' });
  const attempts = await rowsOf(shop, 'payments', { provider_id: reply.payment_intent_id });
  expect(attempts).toMatchObject([{ state: 'declined' }]);
});
