import { describe, expect, it } from 'vitest';
import { fingerprintLength } from '#src/domain/checkout.ts';
import type { Completion } from '#src/domain/completion.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { changeRows, newSlot } from './kit/arrange.ts';
import { cardToken, choiceOf, newKey, readLedger, ready, slotAt } from './kit/buyer.ts';
import { newAddress, requestMail } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { answerChallenge, attemptOf, challenge, confirm, pay, purchase, replyOf } from './kit/pay.ts';
import { referenceIn } from './kit/redirect.ts';
import { asBrowser, newBrowser, returnToShop, startIdentityCheck } from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

describe("an order's token after the purchase", () => {
  const bought = async () => {
    const email = newAddress();
    const order = await ready(shop, await newSlot(shop), { adults: 2, email });
    const key = newKey();
    const card = await cardToken(shop);
    const sendPayment = () => pay(shop, order, { key, token: card });
    const reply = replyOf(await sendPayment());
    if (reply.status !== 'paid') throw new Error(reply.status);
    return { ...order, email, sendPayment, completion: reply.completion };
  };
  const passADay = ({ reservation_number }: Completion) =>
    changeRows(shop, 'orders', { reservation_number }, { paid_at: new Date(Date.now() - 25 * 3_600_000) });
  const partial = ({ email, completion }: { email: string; completion: Completion }) => ({
    reservation_number: `…${completion.reservation_number.slice(-4)}`,
    reservation_token: '',
    sent_to: hiddenMail(email),
  });

  it('returns the ticket to every tab of the browser that paid, for a day, and to no other browser', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    const email = newAddress();
    const order = await ready(shop, await newSlot(shop), { email });
    const [card, params] = [await cardToken(shop), { token: order.token }];
    const sendPayment = async (by: string) => replyOf(await pay(shop, order, { token: card, browser: by }));
    const paid = await sendPayment(browser);
    if (paid.status !== 'paid') throw new Error(paid.status);
    const read = async (by: string | null) =>
      (await shop.call('getOrder', { params, headers: by === null ? {} : asBrowser(by) })).completion;
    const masked = partial({ email, completion: paid.completion });
    expect(await read(browser)).toEqual(paid.completion);
    expect([await read(other), await read(null)]).toEqual([masked, masked]);
    expect([await sendPayment(browser), await sendPayment(other)]).toEqual([
      paid,
      { status: 'paid', completion: masked },
    ]);
    await passADay(paid.completion);
    expect(await read(browser)).toEqual(masked);
  });

  it('returns the ticket by the key as often as needed, for one day only', async () => {
    const order = await bought();
    const full = { status: 'paid', completion: order.completion };
    expect(replyOf(await order.sendPayment())).toEqual(full);
    await shop.db.deleteFrom('idempotency').execute();
    expect(replyOf(await order.sendPayment())).toEqual(full);
    await shop.db.deleteFrom('idempotency').execute();
    await passADay(order.completion);
    expect(replyOf(await order.sendPayment())).toEqual({ status: 'paid', completion: partial(order) });
  });

  it('never returns the ticket by a failed attempt: neither by its key nor by its return', async () => {
    const email = newAddress();
    const order = await ready(shop, await newSlot(shop), { email });
    const [key, card] = [newKey(), await cardToken(shop, '4000000000000002')];
    expect((await pay(shop, order, { key, token: card })).status).toBe(402);
    const [failed] = await shop.db.selectFrom('payments').select('id').where('state', '=', 'declined').execute();
    replyOf(await pay(shop, order));
    await shop.db.deleteFrom('idempotency').execute();
    const again = replyOf(await pay(shop, order, { key, token: card }));
    const back = `${shop.url}/api/v1/payment-return/stripe_secure?r=${shop.deps.tokens.token('return', failed?.id ?? '')}`;
    const params = { r: await returnToShop(back) };
    const outcome = await shop.call('getReturn', { params, headers: asBrowser(newBrowser()) });
    for (const reply of [again, outcome]) {
      expect(reply.status).toBe('paid');
      expect('completion' in reply && reply.completion.reservation_token).toBe('');
    }
  });

  it('returns the ticket by the intent, which is in the return’s address, only to the browser that paid', async () => {
    const order = await ready(shop, await newSlot(shop));
    const browser = newBrowser();
    const started = await challenge(shop, order, browser);
    const { payment_intent_id } = started;
    await answerChallenge(shop, payment_intent_id, started.client_secret, 'complete');
    const confirm = (headers: Record<string, string>) =>
      shop.call('confirmCheckout', { body: { payment_intent_id }, headers });
    for (const headers of [asBrowser(newBrowser()), {}])
      expect(await confirm(headers)).toMatchObject({ status: 'paid', completion: { reservation_token: '' } });
    const own = await confirm(asBrowser(browser));
    expect('completion' in own && own.completion.reservation_token).toMatch(/^[\w-]{32}$/);
  });

  it('returns no personal data of an order that was cancelled or refunded', async () => {
    const [cancelled, refunded] = [await bought(), await bought()];
    await ops.run('cancel', { reservation_number: cancelled.completion.reservation_number });
    await ops.run('refund', { reservation_number: refunded.completion.reservation_number });
    const closed = await ready(shop, await newSlot(shop));
    await shop.call('deleteOrder', { params: { token: closed.token } });
    for (const [{ token }, status] of [
      [cancelled, 'cancelled'],
      [refunded, 'refunded'],
      [closed, 'cancelled'],
    ] as const)
      expect(await readOrder(token)).toMatchObject({ status, customer_info: null, completion: null });
  });

  it('from a mail ends like the others', async () => {
    const { token, link } = await requestMail(shop);
    const { order_token } = await shop.call('getOrderMail', { params: { token: link } });
    replyOf(await pay(shop, { token: order_token, price: (await readOrder(order_token)).price }));
    for (const one of [token, order_token])
      expect(await readOrder(one)).toMatchObject({ customer_info: null, completion: { reservation_token: '' } });
  });
});

it('the reply of a hold repeated for its key after the purchase contains no personal data', async () => {
  const { token, price } = await ready(shop, await newSlot(shop));
  const body = { ...choiceOf(await newSlot(shop), 1), replaces: token };
  const key = newKey();
  const { order_token } = await shop.call('createOrder', { body, key });
  replyOf(await pay(shop, { token: order_token, price }));
  await shop.db.deleteFrom('idempotency').execute();
  expect((await shop.call('createOrder', { body, key })).order.customer_info).toBeNull();
});

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

it.each([
  ['GET', null, 'checking'],
  ['POST', 'complete', 'success'],
  ['GET', 'cancel', 'failure'],
] as const)(
  'a return from the provider (%s, %s) leads to the page of its actual result, with its own reference: %s',
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

/** The server's side of docs/product.md#express-wallets: a wallet's token states no amount. */
describe('a payment that was agreed to in a wallet’s sheet', () => {
  const wallet = 'apple_pay';

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
