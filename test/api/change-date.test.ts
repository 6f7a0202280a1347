import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderCoupon } from '#src/api/contract/coupons.ts';
import { changeDate, getReceipt, sendTicket, shareTicket, splitTicket } from '#src/api/contract/tickets.ts';
import { customer, hold, newKey, pay, ready, replyOf } from './kit/buyer.ts';
import {
  adults,
  boughtBy,
  buyTicket,
  mailedTo,
  markUsed,
  paramsOf,
  passVisit,
  sending,
  ticketOf,
} from './kit/holder.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const slot = (surcharge = 0) => newSlot(shop, { surcharge });
const move = (params: Record<string, string>, time_span_id: string, key = newKey()) =>
  shop.send(changeDate, { params, body: { time_span_id }, key });
const moved = async (params: Record<string, string>, time_span_id: string) =>
  shop.call(changeDate, { params, body: { time_span_id }, key: newKey() });
const sold = async (...spans: string[]) => Promise.all(spans.map(async (span) => (await seatsOf(shop, span)).sold));

describe('another date', () => {
  it('is a complete new ticket with the same number; the old link shows only its state', async () => {
    const [from, to] = [await slot(), await slot()];
    const holder = await buyTicket(shop, from, 2, 1);
    const old = await ticketOf(shop, holder.params.reservation_token);
    const child = await shop.call(splitTicket, {
      params: holder.params,
      body: { option_values: adults(1) },
      key: newKey(),
    });
    const before = await sold(from, to);
    const { reservation_token } = await moved(holder.params, to);
    expect(await sold(from, to)).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) + 2]);

    const now = await ticketOf(shop, reservation_token);
    expect(now).toMatchObject({ state: 'valid', quantity: 2, time_span_id: to, reservation_number: holder.number });
    expect(now.entry_code).not.toBe(old.entry_code);
    expect(now.children.map((part) => part.reservation_token)).toEqual([child.reservation_token]);
    expect((await ticketOf(shop, child.reservation_token)).time_span_id).toBe(from);
    const oldTicket = await ticketOf(shop, holder.params.reservation_token);
    expect(oldTicket).toMatchObject({ state: 'changed', entry_code: '', people: [], children: [], time_span_id: from });
    expect(await mailedTo(shop, customer.email)).toBe(reservation_token);
    expect(await boughtBy(shop, holder.order)).toEqual({ reservation_number: holder.number, reservation_token });
    expect((await shop.call(getReceipt, { params: paramsOf(reservation_token) })).reservation_from).toBe(
      now.reservation_from,
    );
    expect(problemOf(await shop.send(getReceipt, { params: holder.params }))).toMatchObject({ detail: 'changed' });
  });

  it('keeps one calendar entry: the same UID, a higher SEQUENCE', async () => {
    const { params } = await buyTicket(shop, await slot());
    const linesOf = async (token: string) => {
      const reply = await fetch(`${shop.url}/api/v1/tickets/${token}/calendar`);
      return (await reply.text()).split('\r\n').filter((line) => /^(UID|SEQUENCE):/.test(line));
    };
    const [uid] = await linesOf(params.reservation_token);
    const { reservation_token } = await moved(params, await slot());
    expect(await linesOf(reservation_token)).toEqual([uid, 'SEQUENCE:1']);
  });

  it('may be cheaper, without a refund, and may then cost again what was paid', async () => {
    const [dear, cheap, back] = [await slot(500), await slot(0), await slot(500)];
    const { params } = await buyTicket(shop, dear);
    const { price } = await ticketOf(shop, params.reservation_token);
    const first = await moved(params, cheap);
    expect((await ticketOf(shop, first.reservation_token)).price).toBe(price);
    const second = await moved(paramsOf(first.reservation_token), back);
    expect((await ticketOf(shop, second.reservation_token)).time_span_id).toBe(back);
  });

  it('costs nothing more for free admissions', async () => {
    const [from, to] = [await slot(300), await slot(300)];
    const child = shop.db.updateTable('product_options').where('id', '=', 'admission-child');
    await child.set({ add_cost: 0 }).execute();
    const { params } = await buyTicket(shop, from, 1, 2);
    const { status } = await move(params, to);
    const { price } = await ticketOf(shop, params.reservation_token);
    await child.set({ add_cost: 1500 }).execute();
    expect([status, price]).toEqual([200, 0]);
  });

  it('sent again with its key is the same move', async () => {
    const { params } = await buyTicket(shop, await slot());
    const [to, key] = [await slot(), newKey()];
    const first = await move(params, to, key);
    await shop.db.deleteFrom('idempotency').execute();
    expect((await move(params, to, key)).text).toBe(first.text);
  });

  it('keeps the set products of the buyer', async () => {
    const [from, to] = [await slot(), await slot()];
    const { params, number } = await buyTicket(shop, from);
    const { order_id } = await shop.db
      .selectFrom('tickets')
      .select('order_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const set_uuid = newKey();
    const set = {
      uuid: set_uuid,
      site: 'borderless',
      position: 99,
      add_cost: 500,
      max: 5,
      stock: 3,
      words: JSON.stringify({ ja: { product_name: '図録', description: '' } }),
    } as const;
    await shop.db.insertInto('set_products').values(set).execute();
    await shop.db
      .insertInto('order_sets')
      .values({ order_id, site: 'borderless', set_uuid, count: 2, price: 500 })
      .execute();
    await shop.db
      .insertInto('set_stocks')
      .values({ site: 'borderless', time_span_id: from, set_uuid, capacity: 3, sold: 2 })
      .execute();
    const { reservation_token } = await moved(params, to);
    const stocks = await shop.db
      .selectFrom('set_stocks')
      .where('set_stocks.site', '=', 'borderless')
      .selectAll()
      .where('set_uuid', '=', set_uuid)
      .execute();
    expect(Object.fromEntries(stocks.map((row) => [row.time_span_id, [row.held, row.sold]]))).toEqual({
      [from]: [0, 0],
      [to]: [0, 2],
    });
    await shop.db.updateTable('set_stocks').set({ capacity: 1 }).where('time_span_id', '=', from).execute();
    expect(problemOf(await move(paramsOf(reservation_token), from)).code).toBe('seat_reserve_error');
    const now = await ticketOf(shop, reservation_token);
    expect(now.time_span_id).toBe(to);
    expect(now.set_products).toEqual([{ id: set_uuid, product_name: '図録', quantity: 2, add_cost: 500 }]);
    expect((await ticketOf(shop, params.reservation_token)).set_products).toEqual([]);
  });
});

describe('is rejected, and nothing changes, for', () => {
  const refused = async (params: { reservation_token: string }, to: string) => {
    const problem = problemOf(await move(params, to));
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ quantity: 2 });
    return problem;
  };

  it('a more expensive date', async () => {
    const { params } = await buyTicket(shop, await slot(0));
    expect(await refused(params, await slot(100))).toMatchObject({
      status: 409,
      code: 'dearer_slot',
      fields: ['time_span_id'],
    });
  });

  it('a date without stock, one of another product, and its own', async () => {
    const from = await slot();
    const { params } = await buyTicket(shop, from);
    const none = await slot();
    await shop.db.updateTable('time_spans').set({ capacity: 0, sold: 0 }).where('id', '=', none).execute();
    for (const to of [none, 'walk-season', 'admission-none'])
      expect(await refused(params, to)).toMatchObject({ code: 'product_change_date_error', fields: ['time_span_id'] });
    expect(await refused(params, from)).toMatchObject({ code: 'invalid_input', fields: ['time_span_id'] });
  });

  it('a date not on sale, or of a product that is not', async () => {
    const { params } = await buyTicket(shop, await slot());
    const to = await slot();
    await shop.db
      .updateTable('time_spans')
      .set({ sale_to: new Date(0) })
      .where('id', '=', to)
      .execute();
    expect((await refused(params, to)).code).toBe('ticket_not_on_sale');
  });

  it('a date with too few seats; seats of expired holds count as free', async () => {
    const { params } = await buyTicket(shop, await slot());
    const to = await slot();
    const other = await hold(shop, to, 2);
    await leaveSeats(shop, to, 1);
    expect((await refused(params, to)).code).toBe('seat_reserve_error');
    await passMinutes(shop, other.token, 30);
    expect((await move(params, to)).status).toBe(200);
  });

  it.each(['used', 'shared', 'sent', 'over'])('when the ticket is %s', async (state) => {
    const [from, to] = [await slot(), await slot()];
    const { params } = await buyTicket(shop, from);
    if (state === 'used') await markUsed(shop, params.reservation_token);
    if (state === 'shared') await shop.call(shareTicket, { params, key: newKey() });
    if (state === 'sent') await shop.call(sendTicket, { params, body: sending(2), key: newKey() });
    if (state === 'over') await passVisit(shop, from);
    const before = await sold(from, to);
    expect(problemOf(await move(params, to))).toMatchObject({ code: 'cannot_change_ticket', detail: state });
    expect(await sold(from, to)).toEqual(before);
  });

  it('a day its coupon is not for; another is fine', async () => {
    const [from, inside, outside] = [await slot(), await slot(), await slot()];
    const order = await ready(shop, from, 2);
    const code = newKey().slice(0, 8).toUpperCase();
    const [day] = await shop.db
      .selectFrom('time_spans')
      .where('time_spans.site', '=', 'borderless')
      .select('day')
      .where('id', '=', from)
      .execute();
    const visit = { visit_from: day?.day ?? null, visit_to: day?.day ?? null };
    await shop.db
      .insertInto('coupons')
      .values({
        id: newKey(),
        site: 'borderless',
        code,
        kind: 'fixed',
        amount: 100,
        channel: 'web',
        use_limit: null,
        words: JSON.stringify({ en: { name: 'A hundred off' } }),
        ...visit,
      })
      .execute();
    const { price } = await shop.call(createOrderCoupon, {
      params: { token: order.token },
      body: { coupon: code },
      key: newKey(),
    });
    const reply = replyOf(await pay(shop, { token: order.token, price }));
    if (reply.status !== 'paid') throw new Error(reply.status);
    const params = paramsOf(reply.completion.reservation_token);
    await shop.db.updateTable('time_spans').set({ day: '2099-01-01' }).where('id', '=', outside).execute();
    expect((await refused(params, outside)).code).toBe('coupon_out_of_coverage');
    const receipt = await shop.call(getReceipt, { params });
    expect(receipt.lines.at(-1)).toMatchObject({ kind: 'coupon', amount: -100 });
    expect(receipt.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(receipt.total);
    expect((await move(params, inside)).status).toBe(200);
  });
});
