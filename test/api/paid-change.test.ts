import { afterEach, describe, expect, it } from 'vitest';
import { renderMail } from '#server/mail/render-mail.ts';
import type { Method } from '#src/domain/payment.ts';
import { sampled } from '#test/tools/sample.ts';
import {
  adults,
  buyTicket,
  changeRows,
  leaveSeats,
  newSlot,
  paramsOf,
  peopleOf,
  rowOf,
  seatsOf,
  ticketOf,
} from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, setFault, timed } from './kit/buyer.ts';
import { attemptBy, orderFor, payUntilPaid } from './kit/every-method.ts';
import { booklet, bought, endHold, newCoupon, sendCoupon, setStock, stockSets } from './kit/extras.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { answerChallenge, challenge, confirm, pay, purchase, replyOf } from './kit/pay.ts';
import { orderIdOf } from './kit/retained.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));

const rule = (date_change_difference: 'paid' | 'free' | null, date_change_fee = 0, date_change_refund = false) => {
  const costs = { date_change_difference, date_change_fee, date_change_refund };
  return changeRows(shop, 'products', { site: 'borderless', uuid: timed }, costs);
};
afterEach(async () => {
  await rule(null);
  await clearFaults(shop);
});

/** A change is settled the same way whatever paid it; the methods themselves: every-method.test.ts. */
const wallets = ['gmo_paypay', 'alipay', 'softbank_alipay', 'softbank_paypay'] as const satisfies Method[];
const cards = ['stripe', 'stripe_secure', 'gmo', 'softbank_credit'] as const satisfies Method[];

type Params = { reservation_token: string };

/** A ticket of two adults, and a time that costs each of them 300 yen more. */
const withDearer = async (difference: 'paid' | 'free' | null = 'paid', fee = 0) => {
  await rule(difference, fee);
  const [from, to] = [await newSlot(shop), await newSlot(shop, { surcharge: 300 })];
  return { from, to, ...(await buyTicket(shop, from, { adults: 2 })) };
};
const sendOpen = (params: Params, time_span_id: string, key = newKey()) =>
  shop.send('createChange', { params, body: { time_span_id }, key });
const open = async (params: Params, time_span_id: string) => {
  const { order_token: token, order } = await shop.call('createChange', { params, body: { time_span_id } });
  return { token, price: order.price, span: time_span_id };
};
const move = (params: Params, time_span_id: string) => shop.send('changeDate', { params, body: { time_span_id } });
const quoteAt = async (params: Params, id: string) => {
  const [day] = (await ticketOf(shop, params.reservation_token)).reservation_from.split('T');
  const query = { from: `${day}`, to: `${day}`, lang: 'en', product_uuid: timed, ...params };
  return (await shop.call('searchProducts', { query })).time_spans.find((span) => span.id === id)?.change;
};
const stockAt = async (...spans: string[]) => {
  const stocks = await Promise.all(spans.map((span) => seatsOf(shop, span)));
  return stocks.map(({ held, sold }) => [held, sold]);
};
const codeOf = async (answer: ReturnType<typeof sendOpen>) => problemOf(await answer).code;

describe('a change of date that costs something', () => {
  it('moves the ticket once the difference is paid, and not before; the receipt has both payments', async () => {
    const { from, to, params, number, order } = await withDearer();
    expect(await quoteAt(params, to)).toEqual({ more: 600, price: 600, bar: null });
    expect(await codeOf(move(params, to))).toBe('dearer_slot');
    const change = await open(params, to);
    expect([change.price, (await ticketOf(shop, params.reservation_token)).state]).toEqual([600, 'valid']);
    expect((await stockAt(from, to)).flat()).toEqual([0, 2, 2, 0]);
    const { reservation_token, reservation_number } = await purchase(shop, change);
    const [old, moved] = [await ticketOf(shop, params.reservation_token), await ticketOf(shop, reservation_token)];
    expect([reservation_number, old.state, moved.state]).toEqual([number, 'changed', 'valid']);
    expect([moved.time_span_id, moved.quantity]).toEqual([to, 2]);
    expect(moved.price).toBe((await shop.call('getOrder', { params: { token: order } })).price + 600);
    expect((await stockAt(from, to)).flat()).toEqual([0, 0, 0, 2]);
    expect(await quoteAt(paramsOf(reservation_token), from)).toMatchObject({ more: -600, price: 0 });
    const receipt = await shop.call('getReceipt', { params: paramsOf(reservation_token) });
    expect([receipt.changes.map(({ amount }) => amount), receipt.total]).toEqual([[600], moved.price]);
    expect(receipt.taxes).toMatchObject([{ amount: moved.price }]);
  });

  it.each(sampled('methods of a paid change', [cards, wallets]))('is paid by %s, once', async (method) => {
    const { to, params } = await withDearer();
    const change = await open(params, to);
    const send = await attemptBy(shop, change, method);
    const { reservation_token } = await payUntilPaid(shop, change, method, send);
    expect(await readLedger(shop, change.token)).toMatchObject({ charges: 1, captured: 600, refunded: 0 });
    expect((await ticketOf(shop, reservation_token)).time_span_id).toBe(to);
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('changed');
  });

  it.each(['admitted', 'split', 'shared', 'moved', 'cancelled'] as const)(
    'goes back when the ticket was %s before its payment came: nothing moves, and a mail says so',
    async (what) => {
      const { from, to, params, number } = await withDearer();
      const change = await open(params, to);
      const check = await challenge(shop, change);
      const happens = {
        admitted: async () => {
          await makeToday(shop, from);
          await ops.run('gate', { code: number });
        },
        split: () => shop.call('splitTicket', { params, body: { option_values: adults(1) } }),
        shared: () => shop.call('shareTicket', { params }),
        moved: async () => shop.call('changeDate', { params, body: { time_span_id: await newSlot(shop) } }),
        cancelled: () => ops.run('cancel', { reservation_number: number }),
      };
      await happens[what]();
      const before = await peopleOf(shop, { number });
      await answerChallenge(shop, check.payment_intent_id, check.client_secret, 'complete');
      expect(await codeOf(confirm(shop, check.payment_intent_id))).toBe('payment_refunded');
      expect(await readLedger(shop, change.token)).toMatchObject({ captured: 600, refunded: 600 });
      expect([await peopleOf(shop, { number }), await stockAt(to)]).toEqual([before, [[0, 0]]]);
      const order_id = await orderIdOf(shop, change.token);
      const row = await rowOf(shop, 'outbox', { order_id, kind: 'refunded' });
      const mail = await renderMail(shop.deps, { ...row, lang: 'en' });
      expect(JSON.stringify(mail)).toContain(what === 'cancelled' ? 'cannot be used' : 'remain valid');
    },
  );

  it('is for the address that was confirmed with the purchase, however it was typed', async () => {
    const { to, params, order } = await withDearer();
    const id = await orderIdOf(shop, order);
    const { customer } = await rowOf(shop, 'orders', { id });
    const typed = JSON.stringify({ ...customer, email: 'Hanako@Visitor.example' });
    await changeRows(shop, 'orders', { id }, { customer: typed, confirmed_mail: 'hanako@visitor.example' });
    const change = await shop.call('createChange', { params, body: { time_span_id: to } });
    expect(change.order.mail_confirmed).toBe(true);
  });

  it('of two tabs is made once; the money of the other goes back', async () => {
    const { to, params } = await withDearer();
    const first = await open(params, to);
    const check = await challenge(shop, first);
    const second = await open(params, await newSlot(shop, { surcharge: 100 }));
    const { reservation_token } = await purchase(shop, second);
    await answerChallenge(shop, check.payment_intent_id, check.client_secret, 'complete');
    expect(await codeOf(confirm(shop, check.payment_intent_id))).toBe('payment_refunded');
    expect(await readLedger(shop, first.token)).toMatchObject({ captured: 600, refunded: 600 });
    expect((await ticketOf(shop, reservation_token)).state).toBe('valid');
  });

  it('is repeated after a lost reply without a second order; another choice gives its seats back', async () => {
    const { to, params } = await withDearer();
    const key = newKey();
    const [one, other] = [await sendOpen(params, to, key), await sendOpen(params, to, key)];
    expect([one.status, other.text]).toEqual([200, one.text]);
    const next = await newSlot(shop, { surcharge: 100 });
    await open(params, next);
    expect((await stockAt(to, next)).flat()).toEqual([0, 0, 2, 0]);
  });

  it('is held again after the hold, and refused when its seats are gone; the provider may be away', async () => {
    const { to, params } = await withDearer();
    const change = await open(params, to);
    await endHold(shop, change.token);
    await leaveSeats(shop, to, 1);
    expect(await codeOf(pay(shop, change))).toBe('session_timeout');
    await leaveSeats(shop, to, 2);
    await setFault(shop, { route: 'payment_intents.create', fault: 'drop_before', times: 9 });
    const send = await attemptBy(shop, change, 'stripe_secure');
    expect(replyOf(await send())).toMatchObject({ status: 'checking' });
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
    await clearFaults(shop);
    const { reservation_token } = await payUntilPaid(shop, change, 'stripe_secure', send);
    expect((await ticketOf(shop, reservation_token)).time_span_id).toBe(to);
  });

  it('is for the buyer alone: holders of parts see why, and cannot pay', async () => {
    const { to, params } = await withDearer();
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    const holder = paramsOf(part.reservation_token);
    expect(await quoteAt(holder, to)).toEqual({ more: 300, price: 300, bar: 'not_buyer' });
    expect(await codeOf(sendOpen(holder, to))).toBe('dearer_slot');
    expect((await move(holder, await newSlot(shop))).status).toBe(200);
  });

  it('costs nothing more where the product says so, and the fee where there is one', async () => {
    const free = await withDearer('free');
    const { price } = await ticketOf(shop, free.params.reservation_token);
    const moved = await shop.call('changeDate', { params: free.params, body: { time_span_id: free.to } });
    expect((await ticketOf(shop, moved.reservation_token)).price).toBe(price);
    const { params } = await withDearer(null, 200);
    const same = await newSlot(shop);
    expect(await quoteAt(params, same)).toEqual({ more: 0, price: 200, bar: null });
    expect((await ticketOf(shop, params.reservation_token)).change_rule).toMatchObject({ fee: 200 });
    const { reservation_token } = await purchase(shop, await open(params, same));
    expect((await ticketOf(shop, reservation_token)).price).toBe(price);
  });

  it('takes set products along, takes no coupon, and goes back with the purchase', async () => {
    await rule('paid');
    const [from, to] = [await newSlot(shop), await newSlot(shop, { surcharge: 300 })];
    for (const span of [from, to]) await stockSets(shop, span, booklet, 5);
    const party = { sets: [{ id: booklet, count: 2 }], coupon: await newCoupon(shop) };
    const { params, number: reservation_number, order: token, price } = await buyTicket(shop, from, party);
    const change = await open(params, to);
    expect(await codeOf(sendCoupon(shop, change.token, await newCoupon(shop)))).toBe('coupon_not_available');
    await purchase(shop, change);
    expect(await setStock(shop, to, booklet)).toMatchObject({ held: 0, sold: 2 });
    expect(await setStock(shop, from, booklet)).toMatchObject({ held: 0, sold: 0 });
    expect(await ops.run('refund', { reservation_number })).toMatchObject({ amount: price + 300 });
    for (const [order, sum] of [
      [token, price],
      [change.token, 300],
    ] as const)
      expect(await readLedger(shop, order)).toMatchObject({ captured: sum, refunded: sum });
    expect(await shop.call('getOrder', { params: { token: change.token } })).toMatchObject({ status: 'refunded' });
  });

  it('gives the difference to a cheaper time back less the fee, once and by the payment that it came from, to the buyer alone', async () => {
    await rule('paid', 100, true);
    const [from, to] = [await newSlot(shop, { surcharge: 300 }), await newSlot(shop)];
    const { params, order } = await buyTicket(shop, from, { adults: 3 });
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    expect(await quoteAt(paramsOf(part.reservation_token), to)).toEqual({ more: -300, price: 100, bar: 'not_buyer' });
    const { price, change_rule } = await ticketOf(shop, params.reservation_token);
    expect(change_rule).toMatchObject({ fee: 100, refund: true });
    expect(await quoteAt(params, to)).toEqual({ more: -600, price: 0, back: 500, bar: null });
    await setFault(shop, { route: 'refunds.create', fault: 'drop_after', times: 2 });
    const sent = { params, body: { time_span_id: to }, key: newKey() };
    const [one, again] = [await shop.send('changeDate', sent), await shop.send('changeDate', sent)];
    expect([one.status, again.text]).toEqual([200, one.text]);
    await shop.sweep();
    await shop.sweep();
    expect(await readLedger(shop, order)).toMatchObject({ refunded: 500 });
    const { reservation_token } = JSON.parse(one.text);
    expect((await ticketOf(shop, reservation_token)).price).toBe(price - 600);
  });

  it('gives nothing back where the payment goes back as a whole only, or with a coupon, and says so', async () => {
    await rule(null, 0, true);
    const to = await newSlot(shop, { surcharge: -300 });
    const order = await orderFor(shop, 'gmo');
    const whole = await payUntilPaid(shop, order, 'gmo');
    for (const params of [paramsOf(whole.reservation_token), (await bought(shop)).params]) {
      const { change_rule, price } = await ticketOf(shop, params.reservation_token);
      expect(change_rule).toEqual({ left: null, until: null, refund: false });
      expect(await quoteAt(params, to)).toEqual({ more: -300, price: 0, bar: null });
      const { reservation_token } = await shop.call('changeDate', { params, body: { time_span_id: to } });
      expect((await ticketOf(shop, reservation_token)).price).toBe(price);
    }
  });
});
