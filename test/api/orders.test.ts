import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { langs } from '#src/domain/lang.ts';
import type { Order } from '#src/domain/order.ts';
import { changeRows, changeSlot, leaveSeats, newSlot, passMinutes, seatsOf } from './kit/arrange.ts';
import { choiceOf, customer, hold, pay, ready, replyOf, slotAt } from './kit/buyer.ts';
import { applyCoupon, audio, withSets } from './kit/extras.ts';
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
    const { price, order } = await hold(shop, span, 1, 2);
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
    const { token } = await hold(shop, slot.id, 2);
    const { held } = await seatsOf(shop, slot.id);
    await passMinutes(shop, token, 16);
    expect(await readOrder(token)).toMatchObject({ status: 'expired', seconds_left: 0 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held - 2);
    expect(JSON.parse((await extend(token)).text)).toMatchObject({ status: 'open', extensions_left: 9 });
    expect((await seatsOf(shop, slot.id)).held).toBe(held);
  });

  it('that expired is renewed by continuing the order', async () => {
    const order = await ready(shop, (await slotAt(shop, 4)).id);
    await passMinutes(shop, order.token, 16);
    await shop.sweep();
    expect(replyOf(await pay(shop, order)).status).toBe('paid');
  });

  it('that expired and lost its seats is a session_timeout', async () => {
    const slot = await slotAt(shop, 8);
    const order = await ready(shop, slot.id, 2);
    await passMinutes(shop, order.token, 16);
    await shop.sweep();
    await leaveSeats(shop, slot.id, 1);
    const { token } = order;
    expect(problemOf(await extend(token))).toMatchObject({ status: 410, code: 'session_timeout' });
    expect(problemOf(await pay(shop, order)).code).toBe('session_timeout');
    expect(problemOf(await shop.send('putOrder', { params: { token }, body: customer })).code).toBe('session_timeout');
  });
});
