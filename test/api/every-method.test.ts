import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Method, methods } from '#src/domain/payment.ts';
import { sampled } from '#test/tools/sample.ts';
import { boughtBy, changeRows, rowsOf, seatsOf } from './kit/arrange.ts';
import { clearFaults, readLedger, setFault } from './kit/buyer.ts';
import { attemptBy, type Bought, orderFor, payUntilPaid, waysToPay } from './kit/every-method.ts';
import { attemptOf, newOrder } from './kit/pay.ts';
import { browse, startRedirect } from './kit/redirect.ts';
import { returnAddressOf } from './kit/returns.ts';
import { forFile, startWholeShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';

/** Paying by each of the nine methods while requests are repeated, run concurrently, and lose their responses. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

/** Exactly one purchase: one charge of the price, one ticket, seats sold once, nothing refunded. */
const expectOnce = async ({ token, price, span }: Bought, method: Method, sold: number) => {
  const { status, completion } = await shop.call('getOrder', { params: { token } });
  expect(status).toBe('paid');
  const { reservation_token, reservation_number } = await boughtBy(shop, token);
  expect(completion?.reservation_number).toBe(`…${reservation_number.slice(-4)}`);
  const ticket = await shop.call('getTicket', { params: { reservation_token } });
  expect(ticket.reservation_number).toBe(reservation_number);
  const charges = method === 'free' ? 0 : 1;
  expect(await readLedger(shop, token)).toMatchObject({ charges, captured: charges * price, refunded: 0 });
  expect((await seatsOf(shop, span)).sold).toBe(sold + 1);
};

const start = async (method: Method) => {
  const order = await orderFor(shop, method);
  return { order, sold: (await seatsOf(shop, order.span)).sold };
};

describe.each(methods)('by %s', (method) => {
  it('the same request repeated, before and after completion, is the same payment', async () => {
    const { order, sold } = await start(method);
    const send = await attemptBy(shop, order, method);
    await send();
    await payUntilPaid(shop, order, method, send);
    const [one, other] = [await send(), await send()];
    expect([one.status, other.text]).toEqual([200, one.text]);
    await expectOnce(order, method, sold);
  });

  it('from two tabs at once and one after the other, it is paid once', async () => {
    const { order, sold } = await start(method);
    const [here, there] = [await attemptBy(shop, order, method), await attemptBy(shop, order, method)];
    await Promise.all([here(), there()]);
    await payUntilPaid(shop, order, method, there);
    const late = await attemptBy(shop, order, method);
    const completions = [await payUntilPaid(shop, order, method, here), await payUntilPaid(shop, order, method, there)];
    const { reservation_token } = await boughtBy(shop, order.token);
    expect(completions.map((one) => one.reservation_token).toSorted()).toEqual(['', reservation_token]);
    expect((await payUntilPaid(shop, order, method, late)).reservation_token).toBe('');
    await expectOnce(order, method, sold);
  });
});

const faults = ['drop_before', 'drop_after', 'hang', 'hang_after', 'error500', 'error500_after', 'unavailable'];
const lost = methods.flatMap((method) =>
  waysToPay[method].calls.map((route) => faults.map((fault) => ({ method, route, fault }))),
);

it.each(sampled('lost answers', lost))(
  'a missing response of the provider by $method: $route $fault',
  async ({ method, route, fault }) => {
    const { order, sold } = await start(method);
    const lostNotices = { route: 'webhooks', fault: 'lost', times: 99 };
    await setFault(shop, lostNotices, { route, fault, times: 2 });
    await payUntilPaid(shop, order, method);
    await expectOnce(order, method, sold);
  },
);

it('stores only those parameters of a return that the provider’s adapter reads, while it waits for a look-up', async () => {
  await setFault(shop, noNotices);
  const order = await newOrder(shop);
  await startRedirect(shop, order, 'softbank_paypay');
  const address = await returnAddressOf(shop, order);
  const { id } = await attemptOf(shop, order);
  await changeRows(shop, 'payments', { id }, { looks_until: sql`now() + interval '1 hour'` });
  const long = 'x'.repeat(2_000);
  for (let count = 0; count < 5; count += 1)
    await browse(`${address}&p${count}=${long}&MD=${long}&Status=PAYSUCCESS${count}`);
  const [{ returned } = {}] = await rowsOf(shop, 'payments', { id });
  expect({ ...returned, came: undefined }).toEqual({ Status: 'PAYSUCCESS4' });
});

it('returns without end do not keep seats past the end of their hold', async () => {
  await setFault(shop, noNotices);
  const order = await newOrder(shop);
  await startRedirect(shop, order, 'gmo_paypay');
  const { id, order_id } = await attemptOf(shop, order);
  const later = sql`now() + interval '1 hour'`;
  await changeRows(shop, 'payments', { id }, { looked_up_at: later, looks_until: later });
  await changeRows(shop, 'orders', { id: order_id }, { hold_until: sql`now() - interval '1 minute'` });
  for (let round = 0; round < 2; round += 1) await shop.sweep();
  expect(await rowsOf(shop, 'payments', { id })).toMatchObject([{ state: 'cancelled' }]);
  expect(await rowsOf(shop, 'orders', { id: order_id })).toMatchObject([{ status: 'expired' }]);
});
