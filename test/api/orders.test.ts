import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { addDays } from '#src/domain/dates.ts';
import { langs } from '#src/domain/lang.ts';
import type { Order } from '#src/domain/order.ts';
import { isFree } from '#src/domain/product.ts';
import {
  buyTicket,
  changeRows,
  changeSlot,
  leaveSeats,
  newSlot,
  passMinutes,
  seatsOf,
  ticketOf,
} from './kit/arrange.ts';
import { choiceElsewhere, choiceOf, customer, dated, hold, ready, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { applyCoupon, audio, booklet, newCoupon, stockSets, withSets } from './kit/extras.ts';
import { pay } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

const wordsOf = (order: Order | undefined) => ({
  product_name: order?.main_product.product_name,
  naming_right: order?.main_product.naming_right,
  caution: order?.main_product.caution,
  order_options: order?.main_product.order_options.map(({ name }) => name),
  set_products: order?.set_products.map(({ product_name }) => product_name),
  coupon: order?.coupon?.coupon_name,
});

describe('a new order', () => {
  it('is sent with its words in the other languages, as orders made in those have them', async () => {
    const { id } = await slotAt(shop, 3);
    const [ja, en] = await Promise.all(
      (['ja', 'en'] as const).map(async (lang) => {
        const body = { ...withSets(id, { id: audio, count: 1 }), lang };
        return applyCoupon(shop, (await shop.call('createOrder', { body })).order_token, 'WELCOME10');
      }),
    );
    expect(ja?.translations?.en).toEqual(wordsOf(en));
    expect(en?.translations?.ja).toEqual(wordsOf(ja));
    expect(wordsOf(en).set_products).toEqual(['Audio guide']);
    expect(wordsOf(en).coupon).toMatch(/^[ -~]+$/);
    expect(Object.keys(en?.translations ?? {}).sort()).toEqual(langs.filter((lang) => lang !== 'en').sort());
  });

  it('keeps free options free on a more expensive date', async () => {
    const child = { site: 'borderless', id: 'admission-child' };
    await changeRows(shop, 'product_options', child, { add_cost: 0 });
    const span = await newSlot(shop, { surcharge: 300 });
    const { price, order } = await hold(shop, span, { children: 2 });
    await changeRows(shop, 'product_options', child, { add_cost: 1500 });
    expect([price, order.main_product.order_options[1]?.add_cost]).toEqual([4100, 0]);
  });

  it.each([-100, 99_999_999])('is refused for a total that no order can have (options of %i yen)', async (add_cost) => {
    const { id } = await slotAt(shop, 0);
    const before = await seatsOf(shop, id);
    const adult = { site: 'borderless', id: 'admission-adult' };
    await changeRows(shop, 'product_options', adult, { add_cost });
    const refused = await shop.send('createOrder', { body: choiceOf(id, 2) });
    await changeRows(shop, 'product_options', adult, { add_cost: 3800 });
    expect(problemOf(refused)).toMatchObject({ status: 400, code: 'invalid_quantity', fields: ['quantity'] });
    expect(await seatsOf(shop, id)).toEqual(before);
  });
});

const extend = (token: string) => shop.send('extendOrder', { params: { token } });

describe('a hold', () => {
  it('is not extended indefinitely by declined payments', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    const own = { token_hash: hashOf(order.token) };
    await changeRows(shop, 'orders', own, { held_since: sql`now() - interval '5 hours'` });
    expect(problemOf(await pay(shop, order, { card: '4000000000000002' })).code).toBe('payment_api_failure');
    expect((await readOrder(order.token)).seconds_left).toBeLessThanOrEqual(15 * 60);
  });

  it('is neither extended nor renewed after the sale of its timespan has ended', async () => {
    const { id } = await slotAt(shop, 7);
    const running = await hold(shop, id);
    const ended = await hold(shop, id);
    await passMinutes(shop, ended.token, 20);
    await changeSlot(shop, id, { sale_to: sql`now() - interval '1 minute'` });
    expect(problemOf(await extend(running.token)).code).toBe('ticket_not_on_sale');
    expect((await readOrder(running.token)).status).toBe('open');
    expect(problemOf(await extend(ended.token)).code).toBe('session_timeout');
  });

  it('that expired releases its seats when it is read, and is renewed while they are free', async () => {
    const slot = await slotAt(shop, 4);
    const { token } = await hold(shop, slot.id, { adults: 2 });
    const { held } = await seatsOf(shop, slot.id);
    await passMinutes(shop, token, 16);
    expect(await readOrder(token)).toMatchObject({ status: 'expired', seconds_left: 0 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held - 2);
    expect(JSON.parse((await extend(token)).text)).toMatchObject({ status: 'open', extensions_left: 9 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held);
  });

  it('that expired and lost its seats is a session_timeout', async () => {
    const slot = await slotAt(shop, 8);
    const order = await ready(shop, slot.id, { adults: 2 });
    await passMinutes(shop, order.token, 16);
    await shop.sweep();
    await leaveSeats(shop, slot.id, 1);
    const { token } = order;
    expect(problemOf(await extend(token))).toMatchObject({ status: 410, code: 'session_timeout' });
    expect(problemOf(await pay(shop, order)).code).toBe('session_timeout');
    expect(problemOf(await shop.send('putOrder', { params: { token }, body: customer })).code).toBe('session_timeout');
  });
});

describe('another date', () => {
  const move = (params: Record<string, string>, time_span_id: string) =>
    shop.send('changeDate', { params, body: { time_span_id } });

  it('is possible as often and until when its product allows, for parts as for the whole', async () => {
    const rules = (date_changes: number | null, date_change_hours: number | null) =>
      changeRows(shop, 'products', { site: 'borderless', uuid: timed }, { date_changes, date_change_hours });
    onTestFinished(() => rules(null, null));
    const ruleOf = async (token: string) => {
      const { change_rule, actions } = await ticketOf(shop, token);
      return [actions.change_date, change_rule];
    };
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 2 });
    expect(await ruleOf(params.reservation_token)).toEqual([null, undefined]);
    await rules(1, null);
    expect(await ruleOf(params.reservation_token)).toEqual([null, { left: 1, until: null }]);
    const moved = await shop.call('changeDate', { params, body: { time_span_id: await newSlot(shop) } });
    const next = { reservation_token: moved.reservation_token };
    expect(await ruleOf(moved.reservation_token)).toEqual(['fixed', undefined]);
    expect(problemOf(await move(next, await newSlot(shop)))).toMatchObject({
      code: 'cannot_change_ticket',
      detail: 'fixed',
    });
    const option_values = [{ id: 'admission-adult', count: 1 }];
    const part = await shop.call('splitTicket', { params: next, body: { option_values } });
    expect(await ruleOf(part.reservation_token)).toEqual(['fixed', undefined]);
    await rules(2, 1);
    const { reservation_from } = await ticketOf(shop, moved.reservation_token);
    const until = new Date(Date.parse(reservation_from) - 3_600_000).toISOString();
    expect(await ruleOf(part.reservation_token)).toEqual([null, { left: 1, until }]);
    await rules(null, 2_160);
    expect(problemOf(await move(next, await newSlot(shop)))).toMatchObject({
      code: 'cannot_change_ticket',
      detail: 'late',
    });
  });

  it('is one of the same product', async () => {
    const { params } = await buyTicket(shop, await newSlot(shop));
    const { time_span_id } = await choiceElsewhere(shop, dated, 'garden-adult');
    expect(problemOf(await move(params, time_span_id)).code).toBe('product_change_date_error');
  });

  it('costs nothing more for free admissions', async () => {
    const [from, to] = [await newSlot(shop, { surcharge: 300 }), await newSlot(shop, { surcharge: 300 })];
    const child = shop.db.updateTable('product_options').where('id', '=', 'admission-child');
    await child.set({ add_cost: 0 }).execute();
    const { params } = await buyTicket(shop, from, { children: 2 });
    const { status } = await move(params, to);
    const { price } = await ticketOf(shop, params.reservation_token);
    await child.set({ add_cost: 1500 }).execute();
    expect([status, price]).toEqual([200, 0]);
  });

  it('is within the days of the coupon as the first one was, also for a visit over midnight', async () => {
    const next = addDays(tomorrow, 1);
    const night = async () => {
      const span = await newSlot(shop);
      await changeSlot(shop, span, { reservation_to: new Date(`${next}T02:00:00+09:00`) });
      return span;
    };
    const { params } = await buyTicket(shop, await night(), { coupon: await newCoupon(shop, { visit_from: next }) });
    expect((await move(params, await night())).status).toBe(200);
  });

  it.each([
    ['2031-06-01', 'a dearer time', { surcharge: 300 }, 'dearer_slot', 'closed'],
    ['2031-06-02', 'a time with too few seats for its people', { seats: 2 }, 'seat_reserve_error', 'closed'],
    ['2031-06-03', 'a time without the set products bought along', { booklets: 0 }, 'seat_reserve_error', 'sold_out'],
    ['2031-06-04', 'a time that costs the same', {}, undefined, 'plenty'],
    ['2031-06-05', 'a day outside those of its coupon', {}, 'coupon_out_of_coverage', 'closed'],
  ] as const)('is shown for this ticket as the change will be judged: %s, %s', async (day, _, about, code, state) => {
    const { booklets, ...slot } = { booklets: 9, ...about };
    const coupon = await newCoupon(shop, { visit_to: '2031-06-04' });
    const party = { adults: 3, sets: [{ id: booklet, count: 1 }], coupon };
    const { params } = await buyTicket(shop, await newSlot(shop), party);
    const to = await newSlot(shop, slot);
    const [reservation_from, reservation_to] = [new Date(`${day}T10:00:00+09:00`), new Date(`${day}T10:30:00+09:00`)];
    await changeSlot(shop, to, { day, reservation_from, reservation_to, sale_to: reservation_from });
    await stockSets(shop, to, booklet, booklets);
    const query = { from: day, to: day, lang: 'en', product_uuid: timed };
    const everybody = await shop.call('searchProducts', { query });
    const holder = await shop.call('searchProducts', { query: { ...query, ...params } });
    const answer = await move(params, to);
    expect(everybody.days.map((one) => isFree(one.state))).toEqual([true]);
    expect(holder.days.map((one) => one.state)).toEqual([state]);
    expect(answer.status === 200 ? undefined : problemOf(answer).code).toBe(code);
  });
});
