import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { SaleType } from '#src/domain/product.ts';
import { buyTicket, changeRows, changeSlot, earlier, newSlot, passMinutes, seatsOf } from './kit/arrange.ts';
import { choiceOf, dated, hold, readLedger, ready, season, timed, tomorrow } from './kit/buyer.ts';
import { newAddress, newestMail } from './kit/mails.ts';
import { answerChallenge, challenge, confirm, pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** No money is taken for a visit after its last admission (docs/product.md#last-admission). */
const shop = await forFile(startShop());
const product = { time: timed, date: dated, period: season };
const options = Object.fromEntries(
  (await shop.call('getProducts', { query: { lang: 'en' } })).map(({ uuid, options: [first] }) => [uuid, first?.id]),
);

const away = (minutes: number) => sql<Date>`now() + make_interval(secs => ${minutes * 60})`;

/** A slot from and until so many minutes from now, on sale beyond its end. */
const slotOf = async (from: number, to: number, sale: SaleType = 'time'): Promise<string> => {
  const id = await newSlot(shop);
  await changeSlot(shop, id, {
    product_uuid: product[sale],
    day: sql<string>`((${away(from)}) at time zone 'Asia/Tokyo')::date`,
    reservation_from: away(from),
    reservation_to: away(to),
    sale_to: away(24 * 60 * 60),
  });
  return id;
};
const orderOf = (slot: string, sale: SaleType) => ({
  ...choiceOf(slot, 1),
  product_uuid: product[sale],
  option_values: [{ id: options[product[sale]] ?? '', count: 1 }],
});

/** Time passes for a slot and for the order that holds it. */
const pass = async (minutes: number, slot: string, token: string) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  await changeSlot(shop, slot, earlier(shift, 'reservation_from', 'reservation_to'));
  await passMinutes(shop, token, minutes);
};
const statusOf = async (token: string) => (await shop.call('getOrder', { params: { token } })).status;
const extend = (token: string) => shop.send('extendOrder', { params: { token } });
const findNext = async () => {
  const period = { from: addDays(venueDay(Date.now()), -1), to: tomorrow };
  return (await shop.call('searchProducts', { query: { ...period, lang: 'ja', product_uuid: timed } })).next?.id;
};

/* Only the slots of this file are on sale. */
beforeAll(() => changeRows(shop, 'time_spans', { site: 'borderless' }, { withdrawn_at: new Date(0) }));

describe('tickets on sale', () => {
  const day = 24 * 60;

  it.each<[SaleType, string, number, number, number | null, boolean]>([
    ['time', '16 minutes before its end', -14, 16, null, true],
    ['time', '14 minutes before its end', -16, 14, null, false],
    ['time', 'of 16 minutes, a minute before its end', -15, 1, null, false],
    ['time', 'whose product admits until 25 minutes before the end', -6, 24, 25, false],
    ['date', '31 minutes before closing', -480, 31, null, true],
    ['date', '29 minutes before closing', -480, 29, null, false],
    ['period', 'on its last day, 31 minutes before closing', -20 * day, 31, null, true],
    ['period', 'on its last day, 29 minutes before closing', -20 * day, 29, null, false],
  ])('a %s %s', async (sale, _, from, to, last_admission, isSold) => {
    const of = { site: 'borderless', uuid: product[sale] } as const;
    await changeRows(shop, 'products', of, { last_admission });
    onTestFinished(() => changeRows(shop, 'products', of, { last_admission: null }));
    const slot = await slotOf(from, to, sale);
    const { state } = await shop.call('getOrderableStocks', { query: { product_time_span_id: slot } });
    expect(state === 'closed').toBe(!isSold);
    const answer = await shop.send('createOrder', { body: orderOf(slot, sale) });
    if (isSold) expect(answer.status).toBe(200);
    else expect(problemOf(answer)).toMatchObject({ code: 'ticket_not_on_sale', fields: ['time_span_id'] });
    await changeSlot(shop, slot, { withdrawn_at: new Date(0) });
  });

  it('begins with the next time that can be had', async () => {
    const ending = await slotOf(-29.35, 0.65);
    const coming = await slotOf(1, 31);
    expect(await findNext()).toBe(coming);
    for (const slot of [ending, coming]) await changeSlot(shop, slot, { withdrawn_at: new Date(0) });
  });

  it('is a time over midnight, too, though it has the day before', async () => {
    const night = await slotOf(-29, 31);
    await changeSlot(shop, night, { day: addDays(venueDay(Date.now()), -1) });
    expect(await findNext()).toBe(night);
    await changeSlot(shop, night, { withdrawn_at: new Date(0) });
  });

  it('is what a ticket may be moved to', async () => {
    const { params } = await buyTicket(shop, await newSlot(shop));
    const move = async (to: number) =>
      shop.send('changeDate', { params, body: { time_span_id: await slotOf(to - 30, to) } });
    expect(problemOf(await move(14)).code).toBe('ticket_not_on_sale');
    expect((await move(16)).status).toBe(200);
  });
});

describe('a hold', () => {
  it.each<[SaleType, number]>([
    ['time', 25],
    ['date', 40],
    ['period', 40],
  ])('of a %s ends with the last admission, and is neither extended nor taken again', async (sale, to) => {
    const slot = await slotOf(to - 60, to, sale);
    if (sale === 'time') await changeSlot(shop, slot, { reservation_from: away(to - 30) });
    const { order_token: token, order } = await shop.call('createOrder', { body: orderOf(slot, sale) });
    expect(order.seconds_left).toBeLessThanOrEqual(600);
    expect(order.seconds_left).toBeGreaterThan(540);
    expect(order.extensions_left).toBe(0);
    expect(order.last_admission).toBe((await shop.call('getOrder', { params: { token } })).last_admission);
    expect(problemOf(await extend(token)).code).toBe('extension_limit');
    await pass(11, slot, token);
    const { text } = await extend(token);
    expect(JSON.parse(text)).toMatchObject({ code: 'session_timeout', last_admission: expect.any(String) });
    await shop.sweep();
    expect(problemOf(await extend(token)).code).toBe('session_timeout');
  });

  it('is extended up to the last admission', async () => {
    const slot = await slotOf(5, 35);
    const { token, order } = await hold(shop, slot);
    expect(order).toMatchObject({ last_admission: null, extensions_left: 10 });
    await pass(10, slot, token);
    const extended = await shop.call('extendOrder', { params: { token } });
    expect(extended.extensions_left).toBe(0);
    expect(extended.last_admission).not.toBeNull();
    expect(extended.seconds_left).toBeLessThanOrEqual(600);
  });

  it('of an order that replaces another ends with its own last admission', async () => {
    const { token } = await hold(shop, await slotOf(5, 35));
    const body = { ...choiceOf(await slotOf(-10, 20), 1), replaces: token };
    expect((await shop.call('createOrder', { body })).order.seconds_left).toBeLessThanOrEqual(300);
  });

  it('may be replaced by one for a later time when its last admission has passed', async () => {
    const slot = await slotOf(-10, 20);
    const { token } = await hold(shop, slot);
    await pass(6, slot, token);
    const body = { ...choiceOf(await newSlot(shop), 1), replaces: token };
    expect((await shop.call('createOrder', { body })).order.seconds_left).toBeGreaterThan(600);
  });
});

describe('a payment', () => {
  it('that is begun after the last admission is refused and charges nothing', async () => {
    const slot = await slotOf(-5, 25);
    const order = await ready(shop, slot);
    await pass(11, slot, order.token);
    /* As a process of an earlier release held it. */
    await changeRows(shop, 'orders', { time_span_id: slot }, { hold_until: away(9) });
    expect(problemOf(await pay(shop, order)).code).toBe('session_timeout');
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
  });

  it.each([
    [4, 'paid', 0],
    [6, 'refunded', 1],
  ])('that was begun before and is confirmed %i minutes after it is %s', async (late, status, refunds) => {
    const slot = await slotOf(-14, 16);
    const email = newAddress();
    const order = await ready(shop, slot, { email });
    const { payment_intent_id, client_secret } = await challenge(shop, order);
    await pass(1 + late, slot, order.token);
    await answerChallenge(shop, payment_intent_id, client_secret, 'complete');
    const answer = await confirm(shop, payment_intent_id);
    expect(await statusOf(order.token)).toBe(status);
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, refunded: refunds * order.price });
    expect(await seatsOf(shop, slot)).toMatchObject({ held: 0, sold: 1 - refunds });
    if (refunds === 0) expect(replyOf(answer).status).toBe('paid');
    else expect(problemOf(answer).code).toBe('payment_refunded');
    expect(await newestMail(shop, refunds === 0 ? 'completed' : 'refunded', email)).toBeTruthy();
  });

  it('that nobody has confirmed is ended 5 minutes after the last admission, with its order', async () => {
    const slot = await slotOf(-14, 16);
    const order = await ready(shop, slot);
    await challenge(shop, order);
    await pass(7, slot, order.token);
    for (const _ of [1, 2]) await shop.sweep();
    expect(await statusOf(order.token)).toBe('expired');
    expect(await readLedger(shop, order.token)).toMatchObject({ captured: 0 });
  });
});
